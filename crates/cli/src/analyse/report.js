const table = document.querySelector("table"), body = table.tBodies[0];
const value = (row, column) => row.cells[column].dataset.value ?? row.cells[column].textContent;
for (const [column, head] of [...table.tHead.rows[0].cells].entries()) {
  head.querySelector("button")?.addEventListener("click", () => {
    const up = head.getAttribute("aria-sort") !== "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const compare = (a, b) => {
      const [x, y] = [value(a, column), value(b, column)], [m, n] = [Number(x), Number(y)];
      // What is not known comes last, whichever way.
      if (!x || !y) return !x - !y;
      const order = isNaN(m) || isNaN(n) ? x.localeCompare(y, undefined, { numeric: true }) : m - n;
      return up ? order : -order;
    };
    body.append(...[...body.rows].sort(compare));
  });
}
