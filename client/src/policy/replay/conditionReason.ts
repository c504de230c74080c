/** Why a condition did not hold, to stand behind it: what stands there already is not said again. */
export function reasonBehind(condition: string, message: string): string {
  const said = `\`${condition}\``;
  return (message.startsWith(said) ? message.slice(said.length) : message).replaceAll('`', '').trim();
}
