/** Returns whether a text might contain commands for `oc`, `kubectl`, or CRI-O that concern the product. */
export function mentionsCommands(text: string): boolean {
  return /\b(?:oc|kubectl|crio)[ \t]/.test(text) && /kata|peer-?pod|sandboxed|-sand\w{0,12}-cont|\bosc-/i.test(text);
}
