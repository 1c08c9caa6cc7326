//! The default memory limit of a search: three quarters of the free memory.
//!
//! On Linux, the free memory is what the kernel can provide without swapping, or what is left below
//! the tightest limit of the control groups of this process (containers, services), whichever is
//! less. On other systems it is assumed to be 4 GiB, or a third of that where addresses have 32 bits, as in
//! a browser.

use std::fs;
use std::path::Path;

/// The assumed free memory if the system does not report it.
const UNKNOWN: u64 = if usize::BITS > 32 { 4 << 30 } else { (4 << 30) / 3 };

/// The memory limit of a search without an explicit one, in bytes.
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

/// What is left below the limits of the control group of this process and of its ancestors.
fn control_groups() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = groups.lines().find_map(|line| line.strip_prefix("0::")).unwrap_or("/");
    let path = Path::new("/sys/fs/cgroup").join(own.trim_start_matches('/'));
    let new = path
        .ancestors()
        .take_while(|path| path.starts_with("/sys/fs/cgroup"))
        .filter_map(|group| left(group, "memory.max", "memory.current", "inactive_file"));
    // With version 1 of control groups, a container sees its own group at the root.
    let old = left(
        Path::new("/sys/fs/cgroup/memory"),
        "memory.limit_in_bytes",
        "memory.usage_in_bytes",
        "total_inactive_file",
    );
    new.chain(old).min()
}

/// The limit minus the usage. Cached file contents that can be dropped do not count as usage.
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
