/** Wizard of the Configure Peer Pods command: cloud provider, source of the values, each key, and the credentials. */
import * as l10n from '@vscode/l10n';
import { findItem } from '#core/status/snapshotIndex.ts';
import { getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import { getInstalledRelease } from '#core/status/operator/operatorParts.ts';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { collectClusterValues, providerOfPlatform } from '#core/operations/peerPods/clusterValues.ts';
import type { ConfigKey, Provider } from '#core/peerPods/configKey.ts';
import { isDocumentedProvider, providerNamed, documentedProviders } from '#core/peerPods/providers.ts';
import { findRelease, newestRelease } from '#core/product/releases.ts';
import { askPick } from '#client/vscode/prompts/askSteps.ts';
import { runWizard, type Answered, type WizardPage } from '#client/vscode/prompts/wizard.ts';
import type { OperationContext } from '../context.ts';
import { askCloud, type CloudWay } from './askCloud.ts';
import {
  askCredential,
  askCredentialSource,
  credentialKeys,
  knownCredentials,
  type CredentialParts,
  type EnteredCredentials,
} from './askCredentials.ts';
import { askKey } from './askKeys.ts';
import { openCommands, openKeys, withCertain, type PeerPodsDraft } from './peerPodsDraft.ts';

/** The user's answers so far. */
export interface PeerPodsSetup {
  /** Undefined until the user selects the cloud provider. */
  readonly draft?: PeerPodsDraft;
  /** Undefined until the user selects the source of the values. */
  readonly way?: CloudWay;
  /** Keys that the user omits. */
  readonly skipped: ReadonlySet<string>;
  /** Undefined until the user is asked. */
  readonly credentials?: EnteredCredentials;
}

type SetupTools = Pick<OperationContext, 'notify' | 'clock' | 'log'>;
type Page = WizardPage<PeerPodsSetup>;

/** Runs the wizard. Returns undefined if the user cancels. */
export async function askSetup(
  tools: SetupTools,
  title: string,
  situation: ObservedCluster,
): Promise<(PeerPodsSetup & { readonly draft: PeerPodsDraft }) | undefined> {
  const done = await runWizard<PeerPodsSetup>(
    { skipped: new Set() },
    { next: (setup) => nextPage(tools, title, situation, setup), left: (setup) => questionsLeft(situation, setup) },
  );
  return done?.draft === undefined ? undefined : { ...done, draft: done.draft };
}

function nextPage(
  tools: SetupTools,
  title: string,
  situation: ObservedCluster,
  setup: PeerPodsSetup,
): Page | undefined {
  const { draft, way, credentials } = setup;
  if (draft === undefined) return providerPage(title, situation);
  if (asksCloud(setup, draft)) return cloudPage(tools, title, draft);
  const [key] = keysLeft(setup, draft);
  if (key !== undefined) return keyPage(tools, title, draft, key, way);
  const parts = credentialParts(situation, draft);
  if (credentials === undefined) return credentialKeys(parts).length === 0 ? undefined : whosePage(title, parts);
  const [secret] = secretsLeft(parts, credentials);
  return secret === undefined ? undefined : secretPage(tools, title, secret);
}

/**
 * Returns the number of remaining pages, assuming that no command provides a value. Before the cloud provider is
 * selected, assumes the likely one.
 */
function questionsLeft(situation: ObservedCluster, setup: PeerPodsSetup): number | undefined {
  const { draft } = setup;
  if (draft !== undefined) return questionsLeftFor(situation, setup, draft);
  const likely = likelyProvider(situation);
  return likely === undefined ? undefined : 1 + questionsLeftFor(situation, setup, beginDraft(situation, likely));
}

function questionsLeftFor(situation: ObservedCluster, setup: PeerPodsSetup, draft: PeerPodsDraft): number {
  const { credentials } = setup;
  const parts = credentialParts(situation, draft);
  const whose = Number(credentials === undefined && credentialKeys(parts).length > 0);
  const secrets = secretsLeft(parts, credentials ?? knownCredentials(parts)).length;
  return Number(asksCloud(setup, draft)) + keysLeft(setup, draft).length + whose + secrets;
}

function asksCloud({ way }: PeerPodsSetup, draft: PeerPodsDraft): boolean {
  return way === undefined && openCommands(draft).length > 0;
}

function keysLeft(
  { skipped }: PeerPodsSetup,
  draft: PeerPodsDraft,
): readonly { readonly key: ConfigKey; readonly required: boolean }[] {
  return openKeys(draft).filter(({ key }) => !skipped.has(key.name));
}

function secretsLeft(parts: CredentialParts, entered: EnteredCredentials): readonly ConfigKey[] {
  return entered === 'none' ? [] : credentialKeys(parts).filter(({ name }) => !Object.hasOwn(entered, name));
}

function credentialParts(situation: ObservedCluster, { provider, candidates }: PeerPodsDraft): CredentialParts {
  return { provider, present: getLookupValue(situation, 'peerPodsSecretKeys'), candidates };
}

/** Returns a draft for a cloud provider with the values that are certain. */
function beginDraft(situation: ObservedCluster, provider: Provider): PeerPodsDraft {
  const { snapshot } = situation;
  const infrastructure = getLookupValue(situation, 'infrastructure') ?? {};
  const machines = getLookupValue(situation, 'workerMachines');
  const before = findItem(snapshot, 'configMaps', peerPodsConfigMapName)?.data ?? {};
  return withCertain({
    provider,
    release: findRelease(getInstalledRelease(snapshot) ?? '') ?? newestRelease,
    infrastructure,
    machines,
    // Settings for a different cloud provider don't apply.
    present: before['CLOUD_PROVIDER'] === undefined || before['CLOUD_PROVIDER'] === provider ? before : {},
    candidates: collectClusterValues(provider, infrastructure, machines),
    found: new Map(),
  });
}

function setProvider({ snapshot }: ObservedCluster): string {
  return findItem(snapshot, 'configMaps', peerPodsConfigMapName)?.data['CLOUD_PROVIDER'] ?? '';
}

/** Returns the configured cloud provider or the one that the cluster runs on. */
function likelyProvider(situation: ObservedCluster): Provider | undefined {
  const set = setProvider(situation);
  return isDocumentedProvider(set) ? set : providerOfPlatform(getLookupValue(situation, 'infrastructure')?.platform);
}

/** Asks for the cloud provider. The likely one is first, but pod VMs can run elsewhere. */
function providerPage(title: string, situation: ObservedCluster): Page {
  const { platform } = getLookupValue(situation, 'infrastructure') ?? {};
  const [set, active] = [setProvider(situation), likelyProvider(situation)];
  return async (setup, at) =>
    mapped(
      await askPick<Provider>(title, at, {
        placeHolder:
          platform === undefined
            ? l10n.t`Select the cloud provider for pod VMs. The cluster platform is unknown.`
            : l10n.t`Select the cloud provider for pod VMs. The cluster runs on ${platform}.`,
        ...(active === undefined ? {} : { active }),
        items: documentedProviders
          .toSorted((one, other) => Number(other === active) - Number(one === active))
          .map((name) => ({
            label: name,
            description: name === set ? l10n.t`current` : '',
            detail: providerNamed(name)?.summary?.() ?? '',
            value: name,
          })),
      }),
      (provider) => ({ ...setup, draft: beginDraft(situation, provider) }),
    );
}

function cloudPage(tools: SetupTools, title: string, draft: PeerPodsDraft): Page {
  return async (setup, at) => mapped(await askCloud(tools, title, at, draft), (answer) => ({ ...setup, ...answer }));
}

function keyPage(
  tools: SetupTools,
  title: string,
  draft: PeerPodsDraft,
  { key, required }: { readonly key: ConfigKey; readonly required: boolean },
  way: CloudWay | undefined,
): Page {
  return async (setup, at) =>
    mapped(
      await askKey(tools, title, at, { draft, key, required, isWritten: way === 'write', isCopied: way === 'copy' }),
      (answer) =>
        answer === 'skip' ? { ...setup, skipped: new Set([...setup.skipped, key.name]) } : { ...setup, draft: answer },
    );
}

function whosePage(title: string, parts: CredentialParts): Page {
  return async (setup, at) =>
    mapped(await askCredentialSource(title, at, parts), (credentials) => ({ ...setup, credentials }));
}

function secretPage(tools: SetupTools, title: string, key: ConfigKey): Page {
  return async (setup, at) =>
    mapped(await askCredential(tools, title, at, key), (value) => ({
      ...setup,
      credentials: withSecret(setup.credentials, key, value),
    }));
}

function withSecret(entered: EnteredCredentials | undefined, { name }: ConfigKey, value: string): EnteredCredentials {
  return entered === 'none' ? entered : { ...entered, [name]: value };
}

function mapped<From, To>(answer: Answered<From>, map: (value: From) => To): Answered<To> {
  return typeof answer === 'object' ? { value: map(answer.value) } : answer;
}

/** Asks only for the credentials. Returns undefined if the user cancels. */
export async function askCredentialsAlone(
  tools: Pick<OperationContext, 'notify'>,
  title: string,
  parts: CredentialParts,
): Promise<EnteredCredentials | undefined> {
  return runWizard<EnteredCredentials>(knownCredentials(parts), {
    next: (entered) => {
      const [key] = secretsLeft(parts, entered);
      return key === undefined
        ? undefined
        : async (before, at) =>
            mapped(await askCredential(tools, title, at, key), (value) => withSecret(before, key, value));
    },
    left: (entered) => secretsLeft(parts, entered).length,
  });
}
