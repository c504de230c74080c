/**
 * Describes the allowed content of initdata. Source: domain/05-initdata.md 5.1, 5.2; kata-containers@7c6ba40c
 * src/libs/kata-types/src/initdata.rs; openshift/cloud-api-adaptor@067d2068 pkg/userdata/provision.go.
 */
import * as l10n from '@vscode/l10n';
import { adaptor112, all, kataUpstream } from '../product/sources.ts';
import type { Message } from '#core/text/message.ts';

/** Supported hash algorithms, in the exact spelling. */
export const initdataAlgorithms = ['sha256', 'sha384', 'sha512'] as const;

/** A supported hash algorithm. */
export type InitdataAlgorithm = (typeof initdataAlgorithms)[number];

/** The only existing version. */
export const initdataVersion = '0.1.0';

/** Returns the hash algorithm with this name. Returns undefined if it is unknown. */
export function initdataAlgorithm(text: string): InitdataAlgorithm | undefined {
  return initdataAlgorithms.find((algorithm) => algorithm === text);
}

/** A setting of a file in initdata. */
interface InitdataSetting {
  /** Path in the file, such as `token_configs.kbs.url`. */
  readonly path: string;
  readonly type: 'string' | 'list' | 'certificate' | 'address' | 'resource';
  readonly summary: Message;
  /** Usual value. */
  readonly usual?: string;
}

/** A file in initdata. */
export interface InitdataFile {
  readonly name: string;
  readonly language: 'toml' | 'rego';
  readonly summary: Message;
  /** True if confidential pods require the file for attestation. */
  readonly attestation: boolean;
  readonly settings: readonly InitdataSetting[];
  readonly source: string;
}

const provision = adaptor112('src/cloud-api-adaptor/pkg/userdata/provision.go');
const guide = adaptor112('src/cloud-api-adaptor/docs/initdata.md');

/** Files that the pod VM accepts. It ignores other files and logs a message. */
export const initdataFiles: readonly InitdataFile[] = [
  {
    name: 'aa.toml',
    language: 'toml',
    summary: () => l10n.t`Attestation agent settings: addresses of the services that attest the pod.`,
    attestation: true,
    settings: [
      {
        path: 'token_configs.coco_as.url',
        type: 'address',
        summary: () => l10n.t`Address of the attestation service.`,
      },
      {
        path: 'token_configs.kbs.url',
        type: 'address',
        summary: () => l10n.t`Address of the Key Broker Service (Trustee).`,
      },
      {
        path: 'token_configs.kbs.cert',
        type: 'certificate',
        summary: () => l10n.t`CA certificate to verify the Key Broker Service, in PEM format.`,
      },
    ],
    source: all(provision, guide),
  },
  {
    name: 'cdh.toml',
    language: 'toml',
    summary: () =>
      l10n.t`Confidential Data Hub settings: where keys and secrets come from, and how images are verified.`,
    attestation: true,
    settings: [
      {
        path: 'socket',
        type: 'string',
        summary: () => l10n.t`Address where the Confidential Data Hub listens in the guest.`,
        usual: 'unix:///run/confidential-containers/cdh.sock',
      },
      {
        path: 'credentials',
        type: 'list',
        summary: () => l10n.t`Files that the Confidential Data Hub retrieves at startup.`,
        usual: '[]',
      },
      {
        path: 'kbc.name',
        type: 'string',
        summary: () => l10n.t`Client that the Confidential Data Hub uses to request keys.`,
        usual: 'cc_kbc',
      },
      {
        path: 'kbc.url',
        type: 'address',
        summary: () => l10n.t`Address of the Key Broker Service (Trustee), the same as in aa.toml.`,
      },
      {
        path: 'kbc.kbs_cert',
        type: 'certificate',
        summary: () => l10n.t`CA certificate to verify the Key Broker Service, in PEM format.`,
      },
      {
        path: 'image.image_security_policy_uri',
        type: 'resource',
        summary: () => l10n.t('Location of the image signature policy, such as `kbs:///default/security-policy/test`.'),
      },
      {
        path: 'image.authenticated_registry_credentials_uri',
        type: 'resource',
        summary: () => l10n.t('Location of the registry credentials, such as `kbs:///default/credential/test`.'),
      },
    ],
    source: all(provision, guide),
  },
  {
    name: 'policy.rego',
    language: 'rego',
    summary: () => l10n.t`Agent policy. Replaces the policy in the image before the agent starts.`,
    attestation: false,
    settings: [],
    source: all(provision, kataUpstream('docs/how-to/how-to-use-the-kata-agent-policy.md')),
  },
];

/** Returns the file with this name. */
export function findInitdataFile(name: string): InitdataFile | undefined {
  return initdataFiles.find((file) => file.name === name);
}

/** A field in the attestation evidence that contains the digest. */
export interface TeeField {
  readonly id: 'tdx' | 'snp' | 'cca' | 'se';
  readonly title: string;
  readonly field: string;
  readonly bytes: number;
  /** Hash algorithm whose digest is as long as the field. Undefined if there is none. */
  readonly fits: InitdataAlgorithm | undefined;
}

/** Digest fields by TEE. A longer digest is truncated, and a shorter one is padded with zeros. */
export const teeFields: readonly TeeField[] = [
  { id: 'tdx', title: 'Intel TDX', field: 'mr_config_id', bytes: 48, fits: 'sha384' },
  { id: 'snp', title: 'AMD SEV-SNP', field: 'host_data', bytes: 32, fits: 'sha256' },
  { id: 'cca', title: 'Arm CCA', field: 'realm personalization value', bytes: 64, fits: 'sha512' },
  { id: 'se', title: 'IBM Secure Execution', field: 'user data', bytes: 256, fits: undefined },
];

/** Source of the fields. */
export const teeFieldsSource = kataUpstream('src/libs/kata-types/src/initdata.rs');
