/** How messages speak of the guest of a release. */
import type { Guest } from '../../../../core/agent/guests.ts';
import type { Severity } from '../../../../core/severity.ts';

/** Who does it: the guest, where it is known to read v0; or one that may. */
export function v0Guest({ dialect, release }: Guest): string {
  return dialect === 'v0' ? `The guest of OSC ${release}, which reads Rego v0,` : `A guest that reads Rego v0, as that of OSC ${release} may,`;
}

/** The same of v1. */
export function v1Guest({ dialect, release }: Guest): string {
  if (dialect === 'v0') return 'A newer guest, which reads Rego v1,';
  return dialect === 'v1' ? `The guest of OSC ${release}, which reads Rego v1,` : `A guest that reads Rego v1, as that of OSC ${release} may,`;
}

/** How much matters what v1 refuses and v0 takes; `always` when v0 refuses it too. */
export function v1Severity({ dialect }: Guest, always: boolean): Severity {
  if (always || dialect === 'v1') return 'error';
  return dialect === 'v0' ? 'hint' : 'warning';
}

/** How much matters what v0 refuses or takes otherwise: where the guest may read v1, nobody knows that anything is wrong. */
export function v0Severity({ dialect }: Guest): Severity {
  if (dialect === 'v0') return 'error';
  return dialect === 'v1' ? 'hint' : 'warning';
}
