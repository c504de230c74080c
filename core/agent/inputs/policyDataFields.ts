/**
 * Describes `policy_data` in policies that genpolicy generates, for completion. Source: domain/04-agent-policy.md 4.4;
 * kata-containers@7c6ba40c src/tools/genpolicy/genpolicy-settings.json.
 */
import * as l10n from '@vscode/l10n';
import { kataUpstream } from '#core/product/sources.ts';
import { type InputType, typeOf } from './inputType.ts';
import type { Message } from '#core/text/message.ts';

/** Source of the fields. */
export const policyDataSource = kataUpstream('src/tools/genpolicy/genpolicy-settings.json');

/** A field in `policy_data`, such as `containers[].OCI`. */
export interface PolicyDataField {
  /** Last segment of the path. */
  readonly name: string;
  readonly type: InputType;
  readonly summary?: Message;
  /** Value that genpolicy writes by default. */
  readonly default?: string;
  /** Fields of the value, or of each element. */
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
        summary: () => l10n.t`Patterns of allowed environment variables, in the form NAME=value.`,
      }),
    ],
  }),
  field('CopyFileRequest', patterns, { summary: () => l10n.t`Patterns of paths that can be written to.` }),
  field('ExecProcessRequest', '{string}', {
    summary: () => l10n.t`Commands allowed in addition to probes and hooks.`,
    fields: [
      field('allowed_commands', '[[string]]', { summary: () => l10n.t`Commands, each as a list with its arguments.` }),
      field('regex', patterns, {
        summary: () => l10n.t`Patterns of complete commands, with arguments separated by spaces.`,
      }),
    ],
  }),
  field('UpdateInterfaceRequest', '{string}', {
    summary: () => l10n.t`Restrictions on network interfaces.`,
    fields: [
      field('allow_raw_flags', 'number', { summary: () => l10n.t`Allowed flags.`, default: '128' }),
      field('forbidden_names', '[string]', { summary: () => l10n.t`Forbidden interface names.`, default: '["lo"]' }),
      field('forbidden_hw_addrs', '[string]', { summary: () => l10n.t`Forbidden hardware addresses.` }),
    ],
  }),
  field('UpdateRoutesRequest', '{string}', {
    summary: () => l10n.t`Restrictions on routes.`,
    fields: [
      field('forbidden_device_names', '[string]', { summary: () => l10n.t`Forbidden interfaces.` }),
      field('forbidden_source_regex', patterns, {
        summary: () => l10n.t`Patterns of forbidden source addresses.`,
      }),
    ],
  }),
  field('AddARPNeighborsRequest', '{string}', {
    summary: () => l10n.t`Restrictions on ARP table entries.`,
    fields: [
      field('forbidden_device_names', '[string]', { summary: () => l10n.t`Forbidden interfaces.` }),
      field('forbidden_cidrs_regex', patterns, { summary: () => l10n.t`Patterns of forbidden addresses.` }),
      field('allowed_states', '[number]', { summary: () => l10n.t`Allowed entry states.`, default: '[2, 128]' }),
    ],
  }),
  denied('CloseStdinRequest', () => l10n.t`True if closing standard input is allowed.`),
  denied('GetDiagnosticDataRequest', () => l10n.t`True if reading diagnostic data is allowed.`),
  denied('ReadStreamRequest', () => l10n.t`True if reading output is allowed.`),
  denied('UpdateEphemeralMountsRequest', () => l10n.t`True if updating ephemeral mounts is allowed.`),
  denied('WriteStreamRequest', () => l10n.t`True if writing input is allowed.`),
];

/** Top-level fields of `policy_data`. */
export const policyDataFields: readonly PolicyDataField[] = [
  field('containers', '[Container]', {
    summary: () => l10n.t`One entry per container of the pod manifest. The pause container is first.`,
    fields: [
      field('OCI', 'Spec', { summary: () => l10n.t`Required container configuration in the request.` }),
      field('storages', '[Storage]', { summary: () => l10n.t`Required mounts for the container.` }),
      field('devices', '[Device]', { summary: () => l10n.t`Required devices for the container.` }),
      field('sandbox_pidns', 'bool', {
        summary: () => l10n.t`True if the container shares the PID namespace of the pod.`,
      }),
      field('exec_commands', '[[string]]', { summary: () => l10n.t`Probe and hook commands of the container.` }),
    ],
  }),
  field('common', '{string}', {
    summary: () => l10n.t`Paths and patterns for all containers.`,
    fields: [
      field('cpath', 'string', { summary: () => l10n.t`Path of the shared container folders in the guest.` }),
      field('spath', 'string', { summary: () => l10n.t`Path of the sandbox storage in the guest.` }),
      field('root_path', 'string', { summary: () => l10n.t`Path of root file systems.` }),
      field('sfprefix', 'string', { summary: () => l10n.t`Prefix of shared file names.` }),
      field('ip_p', 'string', { summary: () => l10n.t`Pattern for ports.` }),
      field('ipv4_a', 'string', { summary: () => l10n.t`Pattern for IPv4 addresses.` }),
      field('svc_name_downward_env', 'string', { summary: () => l10n.t`Pattern for variables with service names.` }),
      field('dns_label', 'string', { summary: () => l10n.t`Pattern for DNS labels.` }),
      field('default_caps', '[string]', { summary: () => l10n.t`Capabilities of unprivileged containers.` }),
      field('privileged_caps', '[string]', { summary: () => l10n.t`Capabilities of privileged containers.` }),
      field('image_layer_verification', 'string', { summary: () => l10n.t`How image layers are verified.` }),
    ],
  }),
  field('sandbox', '{string}', {
    summary: () => l10n.t`Settings for the entire pod.`,
    fields: [field('storages', '[Storage]', { summary: () => l10n.t`Required mounts for all containers.` })],
  }),
  field('request_defaults', '{string}', {
    summary: () => l10n.t`Allowed content of requests, by request name.`,
    fields: requestDefaults,
  }),
];

/**
 * Returns the fields at a path in `policy_data`. The path omits list indexes: `['containers', 'OCI']`. Returns
 * undefined if the path doesn't exist.
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
