/**
 * Reads `request_defaults` of a genpolicy settings file. Source: kata-containers@7c6ba40c
 * src/tools/genpolicy/genpolicy-settings.json and src/policy.rs (RequestDefaults).
 */
import { getBoolean, getMap, getNumber, getStrings, isJsonObject } from '#core/common/json.ts';

/** Defaults for requests, with all variables such as `$(ip_p)` replaced. */
export interface RequestDefaults {
  /** Patterns for environment variables, as `NAME=VALUE`. */
  readonly variables: readonly string[];
  /** Patterns for paths of CopyFileRequest. Undefined if the settings don't contain any. */
  readonly copyFile?: readonly string[];
  /** Commands that ExecProcessRequest can run, each with its arguments. */
  readonly commands: readonly (readonly string[])[];
  /** Patterns for commands whose arguments are joined with spaces. */
  readonly commandPatterns: readonly string[];
  /** Requests that are allowed without a condition. */
  readonly allowed: readonly string[];
  /** Flags, names, and addresses for network requests. */
  readonly network: NetworkDefaults;
}

interface NetworkDefaults {
  readonly rawFlags: number;
  readonly forbiddenNames: readonly string[];
  readonly forbiddenHardware: readonly string[];
  readonly forbiddenDevices: readonly string[];
  readonly forbiddenSources: readonly string[];
}

/** Patterns that other patterns refer to. */
const common: Readonly<Record<string, string>> = {
  cpath: '/run/kata-containers/shared/containers(?:/passthrough)?',
  sfprefix: '^$(cpath)/(watchable/)?$(bundle-id)-[a-z0-9]{16}-',
  'bundle-id': '[a-z0-9]{64}',
  ip_p: '[0-9]{1,5}',
  ipv4_a: '(([0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])\\.){3}([0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])',
  svc_name: '[A-Z](?:[A-Z0-9_]{0,61}[A-Z0-9])?',
  svc_name_downward_env: '[A-Z](?:[A-Z0-9_]{0,61}[A-Z0-9])?',
  dns_label: '[a-zA-Z0-9_\\.\\-]+',
};

/** Variables that the kubelet adds for the host name, services, and jobs. */
const kubeletVariables = [
  '^HOSTNAME=$(dns_label)$',
  '^$(svc_name)_PORT_$(ip_p)_(TCP|UDP)=(tcp|udp)://$(ipv4_a):$(ip_p)$',
  '^$(svc_name)_PORT_$(ip_p)_(TCP|UDP)_PROTO=(tcp|udp)$',
  '^$(svc_name)_PORT_$(ip_p)_(TCP|UDP)_PORT=$(ip_p)$',
  '^$(svc_name)_PORT_$(ip_p)_(TCP|UDP)_ADDR=$(ipv4_a)$',
  '^$(svc_name)_SERVICE_HOST=$(ipv4_a)$',
  '^$(svc_name)_SERVICE_PORT=$(ip_p)$',
  '^$(svc_name)_SERVICE_PORT_$(dns_label)=$(ip_p)$',
  '^$(svc_name)_PORT=(tcp|udp)://$(ipv4_a):$(ip_p)$',
  '^JOB_COMPLETION_INDEX=[0-9]+$',
];

const defaultNetwork: NetworkDefaults = {
  rawFlags: 128,
  forbiddenNames: ['lo'],
  forbiddenHardware: ['00:00:00:00:00:00'],
  forbiddenDevices: ['lo'],
  forbiddenSources: ['^(?:0{0,4}:){0,7}0{0,3}1$', '^127\\.(?:[0-9]{1,3}\\.){2}[0-9]{1,3}$'],
};

/** Returns the defaults without a settings file. */
export function getRequestDefaults(): RequestDefaults {
  return {
    variables: kubeletVariables.map((pattern) => resolve(pattern, common)),
    commands: [],
    commandPatterns: [],
    allowed: [],
    network: defaultNetwork,
  };
}

/** Requests that the settings allow with `true`. */
const switches = [
  'CloseStdinRequest',
  'GetDiagnosticDataRequest',
  'ReadStreamRequest',
  'UpdateEphemeralMountsRequest',
  'WriteStreamRequest',
];

/** Returns the defaults in a settings file, as parsed JSON. Returns undefined if it has no `request_defaults`. */
export function readRequestDefaults(settings: unknown): RequestDefaults | undefined {
  if (!isJsonObject(getMap(settings)['request_defaults'])) return undefined;
  const requests = getMap(settings, 'request_defaults');
  const texts = Object.entries(getMap(settings, 'common')).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const known = { ...common, ...Object.fromEntries(texts) };
  const patterns = (list: readonly string[]) => list.map((pattern) => resolve(pattern, known));
  const exec = getMap(requests, 'ExecProcessRequest');
  const base = getRequestDefaults();
  const variables = getStrings(requests, 'CreateContainerRequest', 'allow_env_regex');
  const copyFile = getStrings(requests, 'CopyFileRequest');
  return {
    variables: variables.length === 0 ? base.variables : patterns(variables),
    ...(copyFile.length === 0 ? {} : { copyFile: patterns(copyFile) }),
    commands: commandsIn(exec),
    commandPatterns: getStrings(exec, 'regex'),
    allowed: switches.filter((name) => getBoolean(requests, name) === true),
    network: networkIn(requests),
  };
}

/** Returns the commands: lists of arguments, and in older files also single lines. */
function commandsIn(exec: unknown): readonly (readonly string[])[] {
  const allowed: unknown = getMap(exec)['allowed_commands'];
  const lists = Array.isArray(allowed) ? allowed.map((command: unknown) => getStrings({ command }, 'command')) : [];
  return [...lists.filter((list) => list.length > 0), ...getStrings(exec, 'commands').map((line) => line.split(' '))];
}

function networkIn(requests: unknown): NetworkDefaults {
  const list = (fallback: readonly string[], ...path: readonly string[]) => {
    const found = getStrings(requests, ...path);
    return found.length === 0 ? fallback : found;
  };
  return {
    rawFlags: getNumber(requests, 'UpdateInterfaceRequest', 'allow_raw_flags') ?? defaultNetwork.rawFlags,
    forbiddenNames: list(defaultNetwork.forbiddenNames, 'UpdateInterfaceRequest', 'forbidden_names'),
    forbiddenHardware: list(defaultNetwork.forbiddenHardware, 'UpdateInterfaceRequest', 'forbidden_hw_addrs'),
    forbiddenDevices: list(defaultNetwork.forbiddenDevices, 'UpdateRoutesRequest', 'forbidden_device_names'),
    forbiddenSources: list(defaultNetwork.forbiddenSources, 'UpdateRoutesRequest', 'forbidden_source_regex'),
  };
}

/** Maximum number of nested variables and maximum length of a pattern. Settings are untrusted. */
const maxDepth = 5;
const maxLength = 10_000;

/** Replaces variables such as `$(ip_p)`. Unknown variables stay as they are. */
function resolve(pattern: string, known: Readonly<Record<string, string>>): string {
  let text = pattern;
  for (let depth = 0; depth < maxDepth && text.length < maxLength; depth += 1) {
    const next = text.replaceAll(/\$\(([\w-]+)\)/g, (whole, name: string) =>
      Object.hasOwn(known, name) ? (known[name] ?? whole) : whole,
    );
    if (next === text) return text;
    text = next;
  }
  return text;
}
