/**
 * Asks for the peer pods credentials. The input is hidden, and the values are stored only in the Secret on the cluster.
 */
import { peerPodsSecretName } from '#core/product/namespaces.ts';
import * as l10n from '@vscode/l10n';
import { type Uri, window, workspace } from 'vscode';
import type { PeerPodsSecretKeys } from '#core/operations/lookups/peerPods/peerPodsSecretKeys.ts';
import type { CloudCredentials } from '#core/operations/procedures/peerPods.ts';
import { isJsonObject } from '#core/common/json.ts';
import type { ClusterValues } from '#core/operations/peerPods/clusterValues.ts';
import type { ConfigKey, Provider } from '#core/peerPods/configKey.ts';
import { providerNamed } from '#core/peerPods/providers.ts';
import { secretKeyNamed } from '#core/peerPods/keys/secretKeys.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { askPick, askText } from '#client/vscode/prompts/askSteps.ts';
import type { Answered, Position } from '#client/vscode/prompts/wizard.ts';
import type { OperationContext } from '../context.ts';

/** Maximum size of a key file, in bytes. */
const largestFile = 20_000;

export interface CredentialParts {
  readonly provider: Provider;
  /** Keys that the Secret has. Undefined if they're unknown. */
  readonly present: PeerPodsSecretKeys | undefined;
  readonly candidates: ClusterValues;
}

/** Credentials that the user enters, by key. `none` if they're provided another way. */
export type EnteredCredentials = Readonly<Record<string, string>> | 'none';

/** Returns the keys of the Secret. Empty if the cloud provider doesn't need credentials from the user. */
export function credentialKeys({ provider }: Pick<CredentialParts, 'provider'>): readonly ConfigKey[] {
  return (providerNamed(provider)?.operatorSecretKeys ?? []).flatMap((name) => secretKeyNamed(name, provider) ?? []);
}

/**
 * Asks how to provide the credentials. If the user chooses to enter them, returns the values that are already known.
 * Otherwise, returns `none`.
 */
export async function askCredentialSource(
  title: string,
  at: Position,
  parts: CredentialParts,
): Promise<Answered<EnteredCredentials>> {
  const { present } = parts;
  const keys = credentialKeys(parts);
  const isComplete =
    present?.found !== undefined && keys.every(({ name }) => present.found?.set.includes(name) === true);
  const answer = await askPick<'enter' | 'none'>(title, at, {
    placeHolder: `${secretWords(present, isComplete)}${getSentenceSeparator()}${l10n.t`Select how to provide the cloud provider credentials.`}`,
    active: isComplete ? 'none' : 'enter',
    items: [
      {
        label: isComplete ? l10n.t`Keep Existing Credentials` : l10n.t`Provide Credentials Another Way`,
        detail: isComplete ? '' : l10n.t`For example, through the Cloud Credential Operator.`,
        value: 'none',
      },
      {
        label: l10n.t`Enter Credentials...`,
        detail: l10n.t`${keys.map(({ name }) => name).join(', ')}. The extension sends the values to the cluster and doesn't store them anywhere else.`,
        value: 'enter',
      },
    ],
  });
  if (answer === undefined || answer === 'back') return answer;
  return { value: answer.value === 'enter' ? knownCredentials(parts) : 'none' };
}

/** Returns the values that the user doesn't need to enter: the cloud provider and values from the cluster. */
export function knownCredentials(parts: CredentialParts): Readonly<Record<string, string>> {
  const { provider, candidates } = parts;
  return Object.fromEntries(
    credentialKeys(parts).flatMap(({ name }): readonly (readonly [string, string])[] => {
      if (name === 'CLOUD_PROVIDER') return [[name, provider]];
      const [only, ...others] = Object.hasOwn(candidates, name) ? (candidates[name] ?? []) : [];
      return only !== undefined && others.length === 0 ? [[name, only.value]] : [];
    }),
  );
}

/**
 * Returns the credentials to send to the cluster.
 * @param now milliseconds since 1970
 */
export function credentialsOf(entered: EnteredCredentials | undefined, now: number): CloudCredentials | undefined {
  return entered === undefined || entered === 'none'
    ? undefined
    : { values: entered, given: Math.floor(now / 1000) * 1000 };
}

/** Describes the state of the Secret in a sentence. */
function secretWords(present: PeerPodsSecretKeys | undefined, isComplete: boolean): string {
  if (isComplete) return l10n.t`${peerPodsSecretName} has all required keys.`;
  if (present === undefined) return l10n.t`Can't read ${peerPodsSecretName}.`;
  return present.found === undefined
    ? l10n.t`${peerPodsSecretName} doesn't exist.`
    : l10n.t`${peerPodsSecretName} is missing required keys.`;
}

function noKeyFile(name: string): string {
  return l10n.t`${name} isn't a service account key file: expected JSON with private_key.`;
}

/** Asks for the value of a key with hidden input. */
export async function askCredential(
  tools: Pick<OperationContext, 'notify'>,
  title: string,
  at: Position,
  key: ConfigKey,
): Promise<Answered<string>> {
  const { name, summary } = key;
  if (name === 'GCP_CREDENTIALS') return askFile(tools, title, at, key);
  return askText(title, at, {
    prompt: `${name}: ${summary()}`,
    isHidden: true,
    says: (text) =>
      /^\S+$/.test(text) ? undefined : { message: l10n.t`${name} can't be empty or contain spaces.`, wrong: true },
  });
}

/** Asks for a key file, because an input box doesn't accept several lines. */
async function askFile(
  { notify }: Pick<OperationContext, 'notify'>,
  title: string,
  { step }: Position,
  { summary }: ConfigKey,
): Promise<Answered<string>> {
  for (;;) {
    const [file] =
      (await window.showOpenDialog({
        title: `${title}: ${summary()}`,
        openLabel: l10n.t`Select`,
        filters: { JSON: ['json'] },
      })) ?? [];
    if (file === undefined) return step > 1 ? 'back' : undefined;
    const read = await readKeyFile(file);
    if (read.ok) return read;
    // Not awaited, so that the dialog opens again immediately.
    void notify.tell('warning', read.error);
  }
}

async function readKeyFile(file: Uri): Promise<Result<string, string>> {
  const name = file.path.split('/').at(-1) ?? '';
  try {
    const { size } = await workspace.fs.stat(file);
    if (size > largestFile) return fail(l10n.t`${name} is too large.`);
    const text = Buffer.from(await workspace.fs.readFile(file)).toString('utf8');
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && 'private_key' in value ? succeed(text) : fail(noKeyFile(name));
  } catch {
    // The parser's error message could contain a part of the key.
    return fail(noKeyFile(name));
  }
}
