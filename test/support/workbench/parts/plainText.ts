/** The text of an element with ordinary spaces: VS Code writes no-break spaces in editors and lists. */
export function plainText(text: string | null): string {
  return (text ?? '').replaceAll('\u00A0', ' ');
}
