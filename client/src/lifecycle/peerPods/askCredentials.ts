/** The credentials of peer pods: asked for without being shown, kept nowhere but in the Secret that they are sent into. */
import * as l10n from '@vscode/l10n';
import { type Uri, window, workspace } from 'vscode';
import type { PeerPodsSecretKeys } from '../../../../core/lifecycle/facts/peerPodsSecretKeys.ts';
import type { Credentials } from '../../../../core/lifecycle/procedures/peerPods.ts';
import { isJsonObject } from '../../../../core/json.ts';
import type { ClusterValues } from '../../../../core/peerPods/clusterValues.ts';
import type { ConfigKey, Provider } from '../../../../core/peerPods/configKey.ts';
import { providerNamed } from '../../../../core/peerPods/providers.ts';
import { peerPodsSecretName, secretKeyNamed } from '../../../../core/peerPods/secretKeys.ts';
import { failed, ok, type Result } from '../../../../core/result.ts';
import { askSteps } from '../../steps.ts';
import { askHidden } from '../askMany.ts';
import type { Tools } from '../tools.ts';
import { sentenceGap } from '../../../../core/wording.ts';

/** Bytes of a key file. */
const largestFile = 20_000;

export interface CredentialParts {
  readonly provider: Provider;
  /** Undefined: it cannot be seen which keys there are. */
  readonly present: PeerPodsSecretKeys | undefined;
  readonly candidates: ClusterValues;
}

/** `none`: nothing is to be written; undefined: the user gave up. */
export async function askCredentials(tools: Pick<Tools, 'notify' | 'clock'>, title: string, parts: CredentialParts): Promise<Credentials | 'none' | undefined> {
  const { provider, present } = parts;
  const keys = (providerNamed(provider)?.operatorSecretKeys ?? []).flatMap((name) => secretKeyNamed(name, provider) ?? []);
  if (keys.length === 0) return 'none';
  const isComplete = present?.found !== undefined && keys.every(({ name }) => present.found?.set.includes(name) === true);
  const answers = await askSteps<'enter' | 'none'>(title, (before) =>
    before.length > 0
      ? undefined
      : {
          placeHolder: `${secretWords(present, isComplete)}${sentenceGap()}${l10n.t`Who writes the credentials of the cloud?`}`,
          active: isComplete ? 'none' : 'enter',
          items: [
            {
              label: isComplete ? l10n.t`Keep What Is There` : l10n.t`They Come Another Way`,
              detail: isComplete ? '' : l10n.t`By the Cloud Credential Operator, or by somebody else.`,
              value: 'none' as const,
            },
            {
              label: l10n.t`Enter the Credentials...`,
              detail: l10n.t`${keys.map(({ name }) => name).join(', ')}. They are sent to the cluster, and kept nowhere else.`,
              value: 'enter' as const,
            },
          ],
        },
  );
  const [answer] = answers ?? [];
  if (answer !== 'enter') return answer;
  const values: Record<string, string> = {};
  for (const key of keys) {
    const value = await askOne(tools, title, parts, key);
    if (value === undefined) return undefined;
    values[key.name] = value;
  }
  return { values, given: Math.floor(tools.clock.now() / 1000) * 1000 };
}

/** How the Secret stands, in a sentence. */
function secretWords(present: PeerPodsSecretKeys | undefined, isComplete: boolean): string {
  if (isComplete) return l10n.t`${peerPodsSecretName} has all keys that are needed.`;
  if (present === undefined) return l10n.t`${peerPodsSecretName} cannot be seen.`;
  return present.found === undefined ? l10n.t`${peerPodsSecretName} is not there.` : l10n.t`${peerPodsSecretName} lacks keys.`;
}

async function askOne(tools: Pick<Tools, 'notify'>, title: string, { provider, candidates }: CredentialParts, key: ConfigKey): Promise<string | undefined> {
  const { name } = key;
  if (name === 'CLOUD_PROVIDER') return provider;
  const [only, ...others] = Object.hasOwn(candidates, name) ? (candidates[name] ?? []) : [];
  if (only !== undefined && others.length === 0) return only.value;
  if (name === 'GCP_CREDENTIALS') return askFile(tools, title, key);
  return askHidden(title, `${name}: ${key.summary}`, (text) => (/^\S+$/.test(text) ? undefined : l10n.t`${name} is one word, without blanks.`));
}

/** A key file has lines, which no input box takes. */
async function askFile({ notify }: Pick<Tools, 'notify'>, title: string, { name, summary }: ConfigKey): Promise<string | undefined> {
  for (;;) {
    const [file] = (await window.showOpenDialog({ title: `${title}: ${summary}`, openLabel: l10n.t`Take as ${name}`, filters: { JSON: ['json'] } })) ?? [];
    if (file === undefined) return undefined;
    const read = await readKeyFile(file);
    if (read.ok) return read.value;
    // Not waited for: the question comes again at once.
    void notify.tell('warning', read.error);
  }
}

async function readKeyFile(file: Uri): Promise<Result<string, string>> {
  const name = file.path.split('/').at(-1) ?? '';
  try {
    const { size } = await workspace.fs.stat(file);
    if (size > largestFile) return failed(l10n.t`${name} is too large to be a key file.`);
    const text = Buffer.from(await workspace.fs.readFile(file)).toString('utf8');
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && 'private_key' in value ? ok(text) : failed(l10n.t`${name} is no key file of a service account: it has no private_key.`);
  } catch {
    // The message of a parser shows what it stumbled over.
    return failed(l10n.t`${name} cannot be read as JSON.`);
  }
}
