/** Severity of a finding. A `hint` is shown only in the editor, unless requested elsewhere. */
export type Severity = 'error' | 'warning' | 'info' | 'hint';

/** All severities, from most to least severe. */
export const severities: readonly Severity[] = ['error', 'warning', 'info', 'hint'];

/** Severity that a user can set for a rule. */
export type SeveritySetting = Severity | 'off';

/** Returns whether the value is a severity. */
export function isSeverity(value: unknown): value is Severity {
  return severities.some((severity) => severity === value);
}

/** Returns whether the value is a severity that a user can set for a rule. */
export function isSeveritySetting(value: unknown): value is SeveritySetting {
  return value === 'off' || isSeverity(value);
}
