/**
 * The Secrets of peer pods: peer-pods-secret and ssh-key-secret. Values of these keys are never shown anywhere.
 * Sources: domain/02-peer-pods.md 2.1, 2.7.
 */
import * as l10n from '@vscode/l10n';
import { adaptor112, all, operator111, operatorDev } from '#core/product/sources.ts';
import type { ConfigKey, Provider } from '../configKey.ts';
import { libvirtKeys } from './libvirt.ts';
import { keyNamed, providerCredentials } from './index.ts';
import { isDocumentedProvider, documentedProviders } from '../providers.ts';
import type { Message } from '#core/text/message.ts';

/** The name that the operator reads, in its own namespace. */
export const peerPodsSecretName = 'peer-pods-secret';

/** The optional Secret with keys to log in to pod VMs. */
export const sshKeySecretName = 'ssh-key-secret';

const sample = operator111('config/peerpods/peerpodssecret.yaml');
const credentials = operatorDev('b5a71be3', 'docs/credentials-handling.md');

const tokenKey = (name: string, summary: Message): ConfigKey => ({
  name,
  type: 'string',
  summary,
  readBy: ['operator', 'cloud-api-adaptor'],
  unverified: true,
  source: credentials,
});

const libvirtUri = libvirtKeys.find(({ name }) => name === 'LIBVIRT_URI');
const cloudProvider = keyNamed('CLOUD_PROVIDER');

/** Keys of peer-pods-secret that are in no other object, or that must be in it once more. */
const secretOnly: Readonly<Record<Provider, readonly ConfigKey[]>> = {
  aws: [
    tokenKey('AWS_ROLE_ARN', () => l10n.t`The role that is taken on with a token, in place of an access key.`),
    tokenKey('AWS_WEB_IDENTITY_TOKEN_FILE', () => l10n.t`Where that token is mounted.`),
  ],
  azure: [
    tokenKey(
      'AZURE_FEDERATED_TOKEN_FILE',
      () => l10n.t`Where the token is mounted that takes the place of AZURE_CLIENT_SECRET.`,
    ),
  ],
  gcp: [],
  libvirt: [
    ...(cloudProvider === undefined
      ? []
      : [
          {
            ...cloudProvider,
            note: () => l10n.t`The operator requires this key in the Secret as well as in peer-pods-cm.`,
            source: all(sample, cloudProvider.source),
          },
        ]),
    ...(libvirtUri === undefined ? [] : [{ ...libvirtUri, credential: true }]),
    {
      name: 'REDHAT_OFFLINE_TOKEN',
      type: 'string',
      summary: () => l10n.t`Token with which the image job fetches the RHEL image.`,
      readBy: ['image job'],
      credential: true,
      source: sample,
    },
    {
      name: 'HOST_KEY_CERTS',
      type: 'string',
      summary: () => l10n.t`Host key certificates of the IBM Z machine, for images of Secure Execution.`,
      readBy: ['image job'],
      credential: true,
      form: () => l10n.t`PEM. Every line of it must be indented alike.`,
      source: sample,
    },
  ],
  ibmcloud: [],
};

/** The keys of peer-pods-secret for this provider; for no provider those of all. */
export function listSecretKeys(provider: string | undefined): readonly ConfigKey[] {
  if (provider !== undefined && !isDocumentedProvider(provider)) return [];
  const asked = provider === undefined ? documentedProviders : [provider];
  return asked.flatMap((name) => [...providerCredentials[name], ...secretOnly[name]]);
}

/** The key of peer-pods-secret of this name. */
export function secretKeyNamed(name: string, provider?: string): ConfigKey | undefined {
  return listSecretKeys(provider).find((key) => key.name === name);
}

/** Which clouds read ssh-key-secret, and what they need of it. */
export const sshKeySecretNeeds: Readonly<Partial<Record<Provider, readonly string[]>>> = {
  azure: ['id_rsa.pub'],
  libvirt: ['id_rsa', 'id_rsa.pub'],
};

const sshKeySource = all(operatorDev('c24c8f3b', 'controllers/peerpods.go'), adaptor112('src/cloud-providers/util.go'));

/** The keys of ssh-key-secret. It is mounted at /root/.ssh of cloud-api-adaptor. */
export const sshKeySecretKeys: readonly ConfigKey[] = [
  {
    name: 'id_rsa',
    type: 'string',
    summary: () => l10n.t`The private SSH key, by which cloud-api-adaptor reaches the libvirt host.`,
    readBy: ['cloud-api-adaptor'],
    credential: true,
    form: () => l10n.t`A private key in PEM.`,
    source: sshKeySource,
  },
  {
    name: 'id_rsa.pub',
    type: 'string',
    summary: () => l10n.t`The public SSH key, put on pod VMs of Azure.`,
    readBy: ['cloud-api-adaptor'],
    form: () => l10n.t`One line as in ~/.ssh/id_rsa.pub.`,
    note: () => l10n.t`If its file may be read by others: "SSH key file permissions are not 600".`,
    source: sshKeySource,
  },
];

/** The variables of the Subscription (`spec.config.env`) by which the operator is given short-lived credentials. */
export const subscriptionEnvironment: readonly (ConfigKey & { readonly provider: Provider })[] = [
  { provider: 'aws', ...tokenKey('ROLEARN', () => l10n.t`The role to take on (STS).`) },
  { provider: 'azure', ...tokenKey('CLIENTID', () => l10n.t`The application to act as (workload identity).`) },
  { provider: 'azure', ...tokenKey('TENANTID', () => l10n.t`The tenant of that application.`) },
  { provider: 'azure', ...tokenKey('SUBSCRIPTIONID', () => l10n.t`The subscription that pays.`) },
];
