/**
 * Describes the peer pods Secrets: peer-pods-secret and ssh-key-secret. Their values are never displayed. Sources:
 * domain/02-peer-pods.md 2.1, 2.7.
 */
import * as l10n from '@vscode/l10n';
import { adaptor112, all, operator111, operatorDev } from '#core/product/sources.ts';
import type { ConfigKey, Provider } from '../configKey.ts';
import { libvirtKeys } from './libvirt.ts';
import { keyNamed, providerCredentials } from './index.ts';
import { isDocumentedProvider, documentedProviders } from '../providers.ts';
import type { Message } from '#core/text/message.ts';

/** Name of the optional Secret with SSH keys for pod VMs. */
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

/** Keys of peer-pods-secret that aren't in any other object, or that must be repeated in it. */
const secretOnly: Readonly<Record<Provider, readonly ConfigKey[]>> = {
  aws: [
    tokenKey('AWS_ROLE_ARN', () => l10n.t`Role to assume with a token instead of using an access key.`),
    tokenKey('AWS_WEB_IDENTITY_TOKEN_FILE', () => l10n.t`Path where the token is mounted.`),
  ],
  azure: [
    tokenKey('AZURE_FEDERATED_TOKEN_FILE', () => l10n.t`Mount path of the token that replaces AZURE_CLIENT_SECRET.`),
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
      summary: () => l10n.t`Token that the image creation job uses to download the RHEL image.`,
      readBy: ['image job'],
      credential: true,
      source: sample,
    },
    {
      name: 'HOST_KEY_CERTS',
      type: 'string',
      summary: () => l10n.t`Host key certificates for the IBM Z system, used for IBM Secure Execution images.`,
      readBy: ['image job'],
      credential: true,
      form: () => l10n.t`PEM. All lines must have the same indentation.`,
      source: sample,
    },
  ],
  ibmcloud: [],
};

/** Returns the peer-pods-secret keys of a provider, or of all providers if undefined. */
export function listSecretKeys(provider: string | undefined): readonly ConfigKey[] {
  if (provider !== undefined && !isDocumentedProvider(provider)) return [];
  const asked = provider === undefined ? documentedProviders : [provider];
  return asked.flatMap((name) => [...providerCredentials[name], ...secretOnly[name]]);
}

/** Returns the peer-pods-secret key with this name. */
export function secretKeyNamed(name: string, provider?: string): ConfigKey | undefined {
  return listSecretKeys(provider).find((key) => key.name === name);
}

/** Providers that read ssh-key-secret, and the keys that they require. */
export const sshKeySecretNeeds: Readonly<Partial<Record<Provider, readonly string[]>>> = {
  azure: ['id_rsa.pub'],
  libvirt: ['id_rsa', 'id_rsa.pub'],
};

const sshKeySource = all(operatorDev('c24c8f3b', 'controllers/peerpods.go'), adaptor112('src/cloud-providers/util.go'));

/** Keys of ssh-key-secret, which is mounted at /root/.ssh in cloud-api-adaptor. */
export const sshKeySecretKeys: readonly ConfigKey[] = [
  {
    name: 'id_rsa',
    type: 'string',
    summary: () => l10n.t`Private SSH key that cloud-api-adaptor uses to connect to the libvirt host.`,
    readBy: ['cloud-api-adaptor'],
    credential: true,
    form: () => l10n.t`Private key in PEM format.`,
    source: sshKeySource,
  },
  {
    name: 'id_rsa.pub',
    type: 'string',
    summary: () => l10n.t`Public SSH key added to Azure pod VMs.`,
    readBy: ['cloud-api-adaptor'],
    form: () => l10n.t`Single line, as in ~/.ssh/id_rsa.pub.`,
    note: () =>
      l10n.t`If other users can read the file, cloud-api-adaptor reports "SSH key file permissions are not 600".`,
    source: sshKeySource,
  },
];

/**
 * Environment variables of the Subscription (`spec.config.env`) that configure short-lived credentials for the
 * operator.
 */
export const subscriptionEnvironment: readonly (ConfigKey & { readonly provider: Provider })[] = [
  { provider: 'aws', ...tokenKey('ROLEARN', () => l10n.t`Role to assume (STS).`) },
  {
    provider: 'azure',
    ...tokenKey('CLIENTID', () => l10n.t`Application whose identity the operator uses (workload identity).`),
  },
  { provider: 'azure', ...tokenKey('TENANTID', () => l10n.t`Tenant of the application.`) },
  {
    provider: 'azure',
    ...tokenKey('SUBSCRIPTIONID', () => l10n.t`The Azure subscription that is billed for the resources.`),
  },
];
