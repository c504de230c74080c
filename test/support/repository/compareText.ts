/** Compares names in the same order on every computer. */
export function byText(a: string | undefined = '', b: string | undefined = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
