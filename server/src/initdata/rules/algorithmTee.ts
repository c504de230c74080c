import * as l10n from '@vscode/l10n';
import { teeFields, teeFieldsSource, type TeeField } from '#core/agent/initdata.ts';
import { fitDigest, computeInitdataDigest } from '../digest.ts';
import type { WorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { defineInitdataRule } from '../initdataRule.ts';
import { exampleHead, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { createInitdataFix } from './problems.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

const configMap = `apiVersion: v1
kind: ConfigMap
metadata:
  name: peer-pods-cm
  namespace: openshift-sandboxed-containers-operator
data:
  CLOUD_PROVIDER: "gcp"
  GCP_CONFIDENTIAL_TYPE: "TDX"
  DISABLECVM: "false"
`;

export default defineInitdataRule({
  id: 'initdata-algorithm-tee',
  title: () => l10n.t`Digest length doesn't match the TEE`,
  severity: 'info',
  appliesTo: ['Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`The initdata digest becomes part of the attestation evidence from the trusted execution environment (TEE). The evidence field for the digest has a fixed length: 48 bytes for Intel TDX, the length of a \`sha384\` digest, and 32 bytes for AMD SEV-SNP, the length of a \`sha256\` digest. A longer digest is truncated, and a shorter one is padded with zeros. If the verifier doesn't expect this, the digests don't match.

The severity is information if \`peer-pods-cm\` in the workspace identifies the TEE. Otherwise, the severity is hint, and the rule reports only a digest that fits neither Intel TDX nor AMD SEV-SNP.

Set \`algorithm\` to the hash function that fits the TEE.`,
  source: [teeFieldsSource],
  *check({ document, text, workspace }) {
    const { algorithm } = document;
    if (algorithm?.known === undefined) return;
    const digest = computeInitdataDigest(text, algorithm.known);
    const tee = machineOf(workspace);
    if (tee === undefined) {
      const common = teeFields.filter(({ id }) => id === 'tdx' || id === 'snp');
      if (common.some((field) => fitDigest(digest, field).fit === 'exact')) return;
      yield {
        ...algorithm.range,
        severity: 'hint',
        message: l10n.t`This digest fits neither Intel TDX (sha384) nor AMD SEV-SNP (sha256). Both truncate it.`,
      };
      return;
    }
    const { fit, words } = fitDigest(digest, tee);
    if (fit === 'exact' || tee.fits === undefined) return;
    yield {
      ...algorithm.range,
      message: `${words}${getSentenceSeparator()}${l10n.t`A ${tee.fits} digest has exactly the right length.`}`,
      fixes: createInitdataFix(l10n.t`Change to ${tee.fits}`, algorithm.range, `"${tee.fits}"`, false),
    };
  },
  examples: () => [
    {
      avoid: initdataWith({ head: exampleHead.replace('"sha384"\n', '"sha256"\n#           ^^^^^^^^ want\n') }),
      prefer: initdataWith({}),
      files: { 'cm.yaml': configMap },
    },
  ],
});

/**
 * Returns the TEE that peer-pods-cm configures. Returns undefined if it's unknown, if there are several ConfigMaps, or
 * on Azure. There, the digest is in a vTPM register that fits every digest.
 */
function machineOf(workspace: WorkspaceSnapshot | undefined): TeeField | undefined {
  const maps = workspace?.of('peer-pods-cm') ?? [];
  const [only] = maps;
  if (only === undefined || maps.length > 1 || only.object.values.get('DISABLECVM')?.text !== 'false') return undefined;
  const value = (key: string) => only.object.values.get(key)?.text;
  const provider = value('CLOUD_PROVIDER');
  const type = value('GCP_CONFIDENTIAL_TYPE');
  // AWS supports no other TEE.
  const id =
    provider === 'aws' || (provider === 'gcp' && type === 'SEV_SNP')
      ? 'snp'
      : provider === 'gcp' && type === 'TDX'
        ? 'tdx'
        : undefined;
  return teeFields.find((field) => field.id === id);
}
