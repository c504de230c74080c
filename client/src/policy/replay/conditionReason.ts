/**
 * Returns the reason why a condition failed, to show after the condition. Removes the condition itself from the
 * message.
 */
export function reasonBehind(condition: string, message: string): string {
  const said = `\`${condition}\``;
  return (message.startsWith(said) ? message.slice(said.length) : message).replaceAll('`', '').trim();
}
