/** How much a finding matters. A `hint` is shown where it stands in the editor, and nowhere else unless asked for. */
export type Severity = 'error' | 'warning' | 'info' | 'hint';

/** From the one that blocks to the one that whispers. */
export const severities: readonly Severity[] = ['error', 'warning', 'info', 'hint'];

/** What a user may set for a rule. */
export type SeveritySetting = Severity | 'off';

/** True for a word that a user may set for a rule. */
export function isSeveritySetting(value: unknown): value is SeveritySetting {
  return value === 'off' || severities.some((severity) => severity === value);
}
