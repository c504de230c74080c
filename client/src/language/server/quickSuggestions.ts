/** Decides by the setting `editor.quickSuggestions` whether VS Code suggests while a user types. */

/**
 * Returns whether VS Code opens the list of suggestions for a plain value of YAML, which its grammar takes for a
 * string.
 * @param setting the value of `editor.quickSuggestions`: one for all tokens, or one for each type of token
 */
export function hasQuickSuggestions(setting: unknown): boolean {
  const value = typeof setting === 'object' && setting !== null && 'strings' in setting ? setting.strings : setting;
  return value === true || value === 'on';
}
