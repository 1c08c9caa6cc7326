//! How much memory a search may take when the user does not say: three quarters of what is free.
//!
//! On Linux, free is what the kernel says it could hand out without swapping, or what is left
//! below the tightest limit of the control groups that this process lives in (containers,
//! services). On other systems it is taken to be 4 GiB.

use std::fs;
use std::path::Path;

/// What is taken to be free where the system does not say.
const UNKNOWN: u64 = 4 << 30;

/// The memory limit of a search that was given none.
pub fn default_limit() -> u64 {
    let free = [machine(), control_groups()].into_iter().flatten().min().unwrap_or(UNKNOWN);
    free / 4 * 3
}

fn machine() -> Option<u64> {
    available(&fs::read_to_string("/proc/meminfo").ok()?)
}

/// The `MemAvailable` of a `/proc/meminfo`, in bytes.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// What is left below the limits of the group that this process is in and of those around it.
fn control_groups() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = groups.lines().find_map(|line| line.strip_prefix("0::")).unwrap_or("/");
    let path = Path::new("/sys/fs/cgroup").join(own.trim_start_matches('/'));
    let new = path
        .ancestors()
        .take_while(|path| path.starts_with("/sys/fs/cgroup"))
        .filter_map(|group| left(group, "memory.max", "memory.current", "inactive_file"));
    // The first version of control groups shows a container its own group at the root.
    let old = left(
        Path::new("/sys/fs/cgroup/memory"),
        "memory.limit_in_bytes",
        "memory.usage_in_bytes",
        "total_inactive_file",
    );
    new.chain(old).min()
}

/// Limit less use, where cached file contents that can be dropped do not count as use.
fn left(group: &Path, limit: &str, used: &str, cached: &str) -> Option<u64> {
    let number = |file: &str| fs::read_to_string(group.join(file)).ok()?.trim().parse::<u64>().ok();
    let stat = fs::read_to_string(group.join("memory.stat")).unwrap_or_default();
    let cached = stat.lines().find_map(|line| line.strip_prefix(cached)?.trim().parse().ok()).unwrap_or(0);
    Some(number(limit)?.saturating_sub(number(used)?.saturating_sub(cached)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_counts_in_kibibytes() {
        assert_eq!(available("MemFree: 1 kB\nMemAvailable:    8 kB\n"), Some(8192));
        assert_eq!(available("MemFree: 1 kB\n"), None);
    }

    #[test]
    fn the_limit_is_a_sane_number() {
        assert!((1 << 20..1 << 50).contains(&default_limit()));
    }
}
