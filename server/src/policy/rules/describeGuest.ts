/** Describes the guest of a release in messages. */
import * as l10n from '@vscode/l10n';
import type { Guest } from '#core/agent/guests.ts';
import type { Severity } from '#core/common/severity.ts';

/** Returns the subject of a sentence: the guest if it is known to use v0, or a guest that might use it. */
export function formatV0Guest({ dialect, release }: Guest): string {
  return dialect === 'v0'
    ? l10n.t({
        message: 'The OSC {0} guest (Rego {1})',
        args: [release, 'v0'],
        comment: ['The subject of other messages, such as: "{0} rejects this policy."'],
      })
    : l10n.t({
        message: 'A guest with Rego {1}, which OSC {0} might use,',
        args: [release, 'v0'],
        comment: ['The subject of other messages, such as: "{0} rejects this policy."'],
      });
}

/** Returns the subject of a sentence about v1, like `formatV0Guest` for v0. */
export function formatV1Guest({ dialect, release }: Guest): string {
  if (dialect === 'v0')
    return l10n.t({
      message: 'A newer guest (Rego v1)',
      args: [],
      comment: ['The subject of other messages, such as: "{0} rejects this policy."'],
    });
  return dialect === 'v1'
    ? l10n.t({
        message: 'The OSC {0} guest (Rego {1})',
        args: [release, 'v1'],
        comment: ['The subject of other messages, such as: "{0} rejects this policy."'],
      })
    : l10n.t({
        message: 'A guest with Rego {1}, which OSC {0} might use,',
        args: [release, 'v1'],
        comment: ['The subject of other messages, such as: "{0} rejects this policy."'],
      });
}

/** Returns the subject of a sentence about something that no guest accepts. */
export function formatEveryGuest(): string {
  return l10n.t({
    message: 'Every guest',
    args: [],
    comment: ['The subject of other messages, such as: "{0} rejects this policy."'],
  });
}

/**
 * Returns the severity of a finding about code that v1 rejects.
 * @param always true if v0 also rejects the code
 */
export function v1Severity({ dialect }: Guest, always: boolean): Severity {
  if (always || dialect === 'v1') return 'error';
  return dialect === 'v0' ? 'hint' : 'warning';
}

/**
 * Returns the severity of a finding about code that v0 rejects or interprets differently. If the guest might use v1,
 * the code might be correct.
 */
export function v0Severity({ dialect }: Guest): Severity {
  if (dialect === 'v0') return 'error';
  return dialect === 'v1' ? 'hint' : 'warning';
}
