/** Returns the text of an element with ordinary spaces. VS Code renders no-break spaces in editors and lists. */
export function plainText(text: string | null): string {
  return (text ?? '').replaceAll('\u00A0', ' ');
}
