/** Leaves garbage behind that the heap grew for, as reading a large file does. */
export function leaveGarbage(): void {
  let rows: unknown[] = [];
  for (let index = 0; index < 400_000; index += 1) rows.push({ index, text: `row ${index}` });
  rows = [];
}
