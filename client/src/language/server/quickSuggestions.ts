/** Reads the `editor.quickSuggestions` setting to determine whether VS Code shows suggestions while the user types. */

/**
 * Returns whether VS Code opens suggestions in a plain YAML value, which the YAML grammar treats as a string.
 * @param setting value of `editor.quickSuggestions`: one value for all tokens, or one for each token type
 */
export function hasQuickSuggestions(setting: unknown): boolean {
  const value = typeof setting === 'object' && setting !== null && 'strings' in setting ? setting.strings : setting;
  return value === true || value === 'on';
}
