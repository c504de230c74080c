/** How messages speak of the guest of a release. */
import * as l10n from '@vscode/l10n';
import type { Guest } from '#core/agent/guests.ts';
import type { Severity } from '#core/common/severity.ts';

/** Who does it: the guest, where it is known to read v0; or one that may. */
export function formatV0Guest({ dialect, release }: Guest): string {
  return dialect === 'v0'
    ? l10n.t({
        message: 'The OSC {0} guest (Rego v0)',
        args: [release],
        comment: ['The subject of a sentence, as in: {0} refuses this policy.'],
      })
    : l10n.t({
        message: 'A guest with Rego v0 (possibly OSC {0})',
        args: [release],
        comment: ['The subject of a sentence, as in: {0} refuses this policy.'],
      });
}

/** The same of v1. */
export function formatV1Guest({ dialect, release }: Guest): string {
  if (dialect === 'v0')
    return l10n.t({
      message: 'A newer guest (Rego v1)',
      args: [],
      comment: ['The subject of a sentence, as in: {0} refuses this policy.'],
    });
  return dialect === 'v1'
    ? l10n.t({
        message: 'The OSC {0} guest (Rego v1)',
        args: [release],
        comment: ['The subject of a sentence, as in: {0} refuses this policy.'],
      })
    : l10n.t({
        message: 'A guest with Rego v1 (possibly OSC {0})',
        args: [release],
        comment: ['The subject of a sentence, as in: {0} refuses this policy.'],
      });
}

/** How much matters what v1 refuses and v0 takes; `always` when v0 refuses it too. */
export function v1Severity({ dialect }: Guest, always: boolean): Severity {
  if (always || dialect === 'v1') return 'error';
  return dialect === 'v0' ? 'hint' : 'warning';
}

/**
 * How much matters what v0 refuses or takes otherwise: where the guest may read v1, nobody knows that anything is
 * wrong.
 */
export function v0Severity({ dialect }: Guest): Severity {
  if (dialect === 'v0') return 'error';
  return dialect === 'v1' ? 'hint' : 'warning';
}
