import * as l10n from '@vscode/l10n';
import { operator111 } from '#core/product/sources.ts';
import { configuresAttestation } from '../configuresAttestation.ts';
import { defineInitdataRule } from '../initdataRule.ts';
import { allowedIn } from './allowedIn.ts';
import { initdataWith, policyEntry } from '#server/engine/examples/exampleInitdata.ts';

const entry = (line: string) => policyEntry(line, { without: ['ReadStreamRequest'] });

export default defineInitdataRule({
  id: 'rego-logs-exposed',
  title: () => l10n.t`Logs from a confidential pod are exposed to the host`,
  severity: 'info',
  appliesTo: [() => l10n.t`Agent policy`, 'Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`The policy in this initdata allows ReadStreamRequest, so the host can read all container output. The rule checks only initdata with attestation settings, because such initdata is for confidential pods. The policies in the OSC images for confidential containers deny this request.

If the output is confidential, deny ReadStreamRequest. \`oc logs\` then shows nothing, and a container that writes a lot of output might hang.`,
  source: [operator111('config/peerpods/podvm/agent-policy/coco-policy.rego'), 'OSC 1.12 §3.5'],
  *check({ document }) {
    if (!configuresAttestation(document)) return;
    yield* allowedIn(
      document,
      'ReadStreamRequest',
      l10n.t`The host can read all container output. Deny ReadStreamRequest unless exposing the logs is acceptable.`,
    );
  },
  examples: () => [
    {
      avoid: initdataWith({ more: entry('default ReadStreamRequest := true\n#       ^^^^^^^^^^^^^^^^^ want\n') }),
      prefer: initdataWith({ more: entry('default ReadStreamRequest := false\n') }),
    },
  ],
});
