/** Orders names for comparison: the same on every machine. */
export function byText(a: string | undefined = '', b: string | undefined = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
