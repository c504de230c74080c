/**
 * What stands in `policy_data` of policies that genpolicy makes, for completion in such policies.
 * Source: domain/04-agent-policy.md 4.4; kata-containers@7c6ba40c src/tools/genpolicy/genpolicy-settings.json.
 */
import * as l10n from '@vscode/l10n';
import { kataUpstream } from '#core/product/sources.ts';
import { type InputType, typeOf } from './inputType.ts';
import type { Message } from '#core/text/message.ts';

/** Where it is known from. */
export const policyDataSource = kataUpstream('src/tools/genpolicy/genpolicy-settings.json');

/** One place in `policy_data`: `containers[].OCI`. */
export interface PolicyDataField {
  /** Its name; the last part of the path. */
  readonly name: string;
  readonly type: InputType;
  readonly summary?: Message;
  /** What genpolicy writes unless its settings say otherwise. */
  readonly default?: string;
  /** What is in it, or in each of its elements. */
  readonly fields: readonly PolicyDataField[];
}

type More = Partial<Pick<PolicyDataField, 'summary' | 'default' | 'fields'>>;

const field = (name: string, notation: string, more: More = {}): PolicyDataField => ({
  name,
  type: typeOf(notation),
  fields: [],
  ...more,
});
const denied = (name: string, summary: Message) => field(name, 'bool', { summary, default: 'false' });
const patterns = '[string]';

const requestDefaults: readonly PolicyDataField[] = [
  field('CreateContainerRequest', '{string}', {
    summary: () => l10n.t`Container settings allowed in addition to the manifest.`,
    fields: [
      field('allow_env_regex', patterns, {
        summary: () => l10n.t`Patterns of environment variables, as NAME=value, that are let through.`,
      }),
    ],
  }),
  field('CopyFileRequest', patterns, { summary: () => l10n.t`Patterns of paths that may be written.` }),
  field('ExecProcessRequest', '{string}', {
    summary: () => l10n.t`Commands that may be run besides those of probes and hooks.`,
    fields: [
      field('allowed_commands', '[[string]]', { summary: () => l10n.t`Commands, each with its arguments as a list.` }),
      field('regex', patterns, { summary: () => l10n.t`Patterns of whole commands, arguments joined by blanks.` }),
    ],
  }),
  field('UpdateInterfaceRequest', '{string}', {
    summary: () => l10n.t`What network interfaces may be.`,
    fields: [
      field('allow_raw_flags', 'number', { summary: () => l10n.t`Flags that may be set.`, default: '128' }),
      field('forbidden_names', '[string]', { summary: () => l10n.t`Names that none may have.`, default: '["lo"]' }),
      field('forbidden_hw_addrs', '[string]', { summary: () => l10n.t`Hardware addresses that none may have.` }),
    ],
  }),
  field('UpdateRoutesRequest', '{string}', {
    summary: () => l10n.t`What routes may be.`,
    fields: [
      field('forbidden_device_names', '[string]', { summary: () => l10n.t`Interfaces that none may use.` }),
      field('forbidden_source_regex', patterns, {
        summary: () => l10n.t`Patterns of source addresses that none may have.`,
      }),
    ],
  }),
  field('AddARPNeighborsRequest', '{string}', {
    summary: () => l10n.t`What entries of the ARP table may be.`,
    fields: [
      field('forbidden_device_names', '[string]', { summary: () => l10n.t`Interfaces that none may be for.` }),
      field('forbidden_cidrs_regex', patterns, { summary: () => l10n.t`Patterns of addresses that none may have.` }),
      field('allowed_states', '[number]', { summary: () => l10n.t`States that they may have.`, default: '[2, 128]' }),
    ],
  }),
  denied('CloseStdinRequest', () => l10n.t`Whether input may be closed.`),
  denied('GetDiagnosticDataRequest', () => l10n.t`Whether diagnostic data may be read.`),
  denied('ReadStreamRequest', () => l10n.t`Whether output may be read.`),
  denied('UpdateEphemeralMountsRequest', () => l10n.t`Whether temporary mounts may be changed.`),
  denied('WriteStreamRequest', () => l10n.t`Whether input may be written.`),
];

/** The fields of `policy_data`. */
export const policyDataFields: readonly PolicyDataField[] = [
  field('containers', '[Container]', {
    summary: () => l10n.t`One entry for each container of the pod, as its manifest has it; the pause container first.`,
    fields: [
      field('OCI', 'Spec', { summary: () => l10n.t`The container as it must be asked for.` }),
      field('storages', '[Storage]', { summary: () => l10n.t`What must be mounted for it.` }),
      field('devices', '[Device]', { summary: () => l10n.t`The devices that it must be given.` }),
      field('sandbox_pidns', 'bool', { summary: () => l10n.t`Whether it shares the process ids of the pod.` }),
      field('exec_commands', '[[string]]', { summary: () => l10n.t`Commands of its probes and hooks.` }),
    ],
  }),
  field('common', '{string}', {
    summary: () => l10n.t`Paths and patterns that hold for all containers.`,
    fields: [
      field('cpath', 'string', { summary: () => l10n.t`Where the guest keeps shared folders of containers.` }),
      field('spath', 'string', { summary: () => l10n.t`Where the guest keeps sandbox storage.` }),
      field('root_path', 'string', { summary: () => l10n.t`Where root file systems are.` }),
      field('sfprefix', 'string', { summary: () => l10n.t`How names of shared files start.` }),
      field('ip_p', 'string', { summary: () => l10n.t`Pattern of a port.` }),
      field('ipv4_a', 'string', { summary: () => l10n.t`Pattern of an IPv4 address.` }),
      field('svc_name_downward_env', 'string', { summary: () => l10n.t`Pattern of variables with names of services.` }),
      field('dns_label', 'string', { summary: () => l10n.t`Pattern of a DNS label.` }),
      field('default_caps', '[string]', { summary: () => l10n.t`Capabilities of ordinary containers.` }),
      field('privileged_caps', '[string]', { summary: () => l10n.t`Capabilities of privileged containers.` }),
      field('image_layer_verification', 'string', { summary: () => l10n.t`How layers of images are checked.` }),
    ],
  }),
  field('sandbox', '{string}', {
    summary: () => l10n.t`The pod as a whole.`,
    fields: [field('storages', '[Storage]', { summary: () => l10n.t`What must be mounted for all containers.` })],
  }),
  field('request_defaults', '{string}', {
    summary: () => l10n.t`What is allowed of requests, by their names.`,
    fields: requestDefaults,
  }),
];

/**
 * The fields below a path in `policy_data`; steps through lists are left out: `['containers', 'OCI']`. Undefined:
 * nothing of that name.
 */
export function policyDataAt(path: readonly string[]): readonly PolicyDataField[] | undefined {
  let fields = policyDataFields;
  for (const step of path) {
    const next = fields.find(({ name }) => name === step);
    if (next === undefined) return undefined;
    fields = next.fields;
  }
  return fields;
}
