/** Provides CodeLens for policies and initdata documents. */
import * as l10n from '@vscode/l10n';
import type { CodeLens } from 'vscode-languageserver';
import { verdictCount } from '#core/agent/verdicts.ts';
import { formatCount } from '#core/text/counts.ts';
import { describeCheckedVersions } from '#server/engine/fileSettings.ts';
import type { FileCheck } from '#server/engine/languageModule.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { showPolicyTableCommandId, type InitializationOptions, type PolicyVerdict } from '#server/protocol/protocol.ts';
import type { PlacedPolicy } from '../model/policyOfFile.ts';
import { createPolicyTable } from '../table/table.ts';

/** Data for CodeLens in addition to the policy. */
export interface LensAbout extends FileCheck {
  readonly options: Pick<InitializationOptions, 'selectReleaseCommand' | 'policyCommands'>;
}

const verdicts: readonly PolicyVerdict[] = ['allowed', 'denied', 'conditional', 'undefined'];

/**
 * Creates the CodeLens entries at the top of a policy or an initdata document.
 * @param placed policy of the file, if it has one
 */
export function policyLenses(
  file: OpenFile,
  placed: PlacedPolicy | undefined,
  { findings, settings, options }: LensAbout,
): CodeLens[] {
  const { selectReleaseCommand: command = '', policyCommands = false } = options;
  const count = findings.filter(({ severity }) => severity !== 'hint').length;
  const found = count === 0 ? l10n.t`no findings` : formatCount(count, 'finding');
  const top = { line: 0, character: 0 };
  const range = { start: top, end: top };
  const lenses: CodeLens[] = [
    { range, command: { title: `${describeCheckedVersions(settings)} · ${found}`, command } },
  ];
  // Only some clients can show the policy table. Unit tests don't decide requests.
  if (placed === undefined || !policyCommands || (file.language === 'rego' && placed.policy.isTest(file.uri)))
    return lenses;
  const rows = createPolicyTable(placed.policy, settings.release);
  const counts = verdicts.map((verdict) => verdictCount(rows.filter((row) => row.verdict === verdict).length, verdict));
  const at = file.language === 'rego' ? top : file.text.positionAt(placed.toFile(0));
  lenses.push({
    range: { start: at, end: at },
    command: {
      title: l10n.t`Requests: ${counts.join(', ')}`,
      command: showPolicyTableCommandId,
      arguments: [file.uri],
    },
  });
  return lenses;
}
