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
const denied = (name: string) =>
  field(name, 'bool', { summary: () => l10n.t`True if the request is allowed.`, default: 'false' });
const patterns = '[string]';

const requestDefaults: readonly PolicyDataField[] = [
  field('CreateContainerRequest', '{string}', {
    summary: () => l10n.t`Settings that a container can have in addition to those in the manifest.`,
    fields: [
      field('allow_env_regex', patterns, {
        summary: () => l10n.t`Patterns for allowed environment variables, in the form NAME=value.`,
      }),
    ],
  }),
  field('CopyFileRequest', patterns, {
    summary: () => l10n.t`Patterns for the guest paths to which the host can copy files.`,
  }),
  field('ExecProcessRequest', '{string}', {
    summary: () => l10n.t`Commands allowed in addition to probes and hooks.`,
    fields: [
      field('allowed_commands', '[[string]]', { summary: () => l10n.t`Commands, each as a list with its arguments.` }),
      field('regex', patterns, {
        summary: () => l10n.t`Patterns for complete commands, with arguments separated by spaces.`,
      }),
    ],
  }),
  field('UpdateInterfaceRequest', '{string}', {
    fields: [
      field('allow_raw_flags', 'number', { default: '128' }),
      field('forbidden_names', '[string]', { default: '["lo"]' }),
      field('forbidden_hw_addrs', '[string]'),
    ],
  }),
  field('UpdateRoutesRequest', '{string}', {
    fields: [field('forbidden_device_names', '[string]'), field('forbidden_source_regex', patterns)],
  }),
  field('AddARPNeighborsRequest', '{string}', {
    fields: [
      field('forbidden_device_names', '[string]'),
      field('forbidden_cidrs_regex', patterns),
      field('allowed_states', '[number]', { default: '[2, 128]' }),
    ],
  }),
  denied('CloseStdinRequest'),
  denied('GetDiagnosticDataRequest'),
  denied('ReadStreamRequest'),
  denied('UpdateEphemeralMountsRequest'),
  denied('WriteStreamRequest'),
];

/** Top-level fields of `policy_data`. */
export const policyDataFields: readonly PolicyDataField[] = [
  field('containers', '[Container]', {
    summary: () => l10n.t`One entry per container in the pod manifest. The pause container is first.`,
    fields: [
      field('OCI', 'Spec', { summary: () => l10n.t`Container configuration that the request must contain.` }),
      field('storages', '[Storage]'),
      field('devices', '[Device]'),
      field('sandbox_pidns', 'bool', {
        summary: () => l10n.t`True if the container shares the pod's PID namespace.`,
      }),
      field('exec_commands', '[[string]]', { summary: () => l10n.t`Probe and hook commands for the container.` }),
    ],
  }),
  field('common', '{string}', {
    summary: () => l10n.t`Paths and patterns for all containers.`,
    fields: [
      field('cpath', 'string', { summary: () => l10n.t`Path to the shared container folders in the guest.` }),
      field('spath', 'string', { summary: () => l10n.t`Path to the sandbox storage in the guest.` }),
      field('root_path', 'string'),
      field('sfprefix', 'string', { summary: () => l10n.t`Prefix for shared file names.` }),
      field('ip_p', 'string', { summary: () => l10n.t`Pattern for ports.` }),
      field('ipv4_a', 'string', { summary: () => l10n.t`Pattern for IPv4 addresses.` }),
      field('svc_name_downward_env', 'string', {
        summary: () => l10n.t`Pattern for environment variables that contain service names.`,
      }),
      field('dns_label', 'string'),
      field('default_caps', '[string]', { summary: () => l10n.t`Capabilities for unprivileged containers.` }),
      field('privileged_caps', '[string]'),
      field('image_layer_verification', 'string'),
    ],
  }),
  field('sandbox', '{string}', {
    fields: [field('storages', '[Storage]')],
  }),
  field('request_defaults', '{string}', {
    summary: () => l10n.t`Allowed request content, by request name.`,
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
