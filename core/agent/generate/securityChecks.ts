/**
 * Lists the checks that follow from the security context of a container and its pod. Source: kubernetes/kubernetes
 * pkg/securitycontext/util.go (DetermineEffectiveSecurityContext); cri-o/cri-o@f954a17e
 * internal/config/capabilities/capabilities_linux.go; kata-containers@7c6ba40c
 * src/tools/genpolicy/genpolicy-settings.json (default_caps, for containerd).
 */
import * as l10n from '@vscode/l10n';
import {
  fieldAt,
  firstSet,
  integerOf,
  itemsOf,
  pathText,
  regoList,
  textOf,
  textsOf,
  type MessageCollector,
  type PodField,
} from './podField.ts';

/** A condition in Rego and the field on which it's based. */
export interface PolicyCheck {
  readonly condition: string;
  readonly decidedBy: string;
}

/** Capabilities that a container has by default in CRI-O or containerd. */
const defaultCapabilities = [
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'NET_RAW',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
];

/** Returns the checks of the security context of a container. */
export function listSecurityChecks(
  container: PodField,
  spec: PodField,
  messages: MessageCollector,
): readonly PolicyCheck[] {
  const own = fieldAt(container, 'securityContext');
  const ofPod = fieldAt(spec, 'securityContext');
  return [
    ...userChecks(own, ofPod),
    groupsCheck(ofPod),
    ...capabilityChecks(own, messages),
    ...flagCheck(fieldAt(own, 'allowPrivilegeEscalation'), false, 'input.OCI.Process.NoNewPrivileges'),
    ...flagCheck(fieldAt(own, 'readOnlyRootFilesystem'), true, 'input.OCI.Root.Readonly'),
    sysctlCheck(ofPod),
  ];
}

function userChecks(own: PodField, ofPod: PodField): readonly PolicyCheck[] {
  const inherited = (key: string) => firstSet(fieldAt(own, key), fieldAt(ofPod, key));
  const [user, group, nonRoot] = [inherited('runAsUser'), inherited('runAsGroup'), inherited('runAsNonRoot')];
  const [uid, gid] = [integerOf(user), integerOf(group)];
  const checks: PolicyCheck[] = [];
  if (uid !== undefined) checks.push({ condition: `has_user(${uid})`, decidedBy: pathText(user) });
  else if (nonRoot.value === true)
    checks.push({ condition: 'input.OCI.Process.User.UID != 0', decidedBy: pathText(nonRoot) });
  if (gid !== undefined) checks.push({ condition: `has_group(${gid})`, decidedBy: pathText(group) });
  return checks;
}

/** Returns the check of the additional groups. The primary group can always be one of them. */
function groupsCheck(ofPod: PodField): PolicyCheck {
  const fsGroup = fieldAt(ofPod, 'fsGroup');
  const supplemental = fieldAt(ofPod, 'supplementalGroups');
  const groups = [fsGroup, ...itemsOf(supplemental)].flatMap((field) => integerOf(field) ?? []);
  const set = [supplemental, fsGroup].filter(({ value }) => value !== undefined && value !== null);
  const decidedBy = (set.length === 0 ? [supplemental] : set).map(pathText).join(' and ');
  // A security context constraint (SCC) adds a group of the namespace only to pods without fsGroup.
  const helper = integerOf(fsGroup) === undefined ? 'has_groups_of_namespace' : 'has_groups';
  return { condition: `${helper}([${groups.join(', ')}])`, decidedBy };
}

function capabilityChecks(own: PodField, messages: MessageCollector): readonly PolicyCheck[] {
  const privileged = fieldAt(own, 'privileged');
  if (privileged.value === true) {
    messages.add(privileged, l10n.t`The policy doesn't check the capabilities and devices of a privileged container.`);
    return [];
  }
  const capabilities = fieldAt(own, 'capabilities');
  const list = (key: string) =>
    (textsOf(fieldAt(capabilities, key)) ?? []).map((name) => name.toUpperCase().replace(/^CAP_/, ''));
  const [added, dropped] = [list('add'), list('drop')];
  if (added.includes('ALL')) return [];
  const kept = dropped.includes('ALL') ? [] : defaultCapabilities.filter((name) => !dropped.includes(name));
  const allowed = [...new Set([...kept, ...added])].toSorted();
  return [{ condition: `has_capabilities(${regoList(allowed)})`, decidedBy: pathText(capabilities) }];
}

function flagCheck(field: PodField, value: boolean, condition: string): readonly PolicyCheck[] {
  return field.value === value ? [{ condition: `${condition} == true`, decidedBy: pathText(field) }] : [];
}

/** Returns the check of the kernel parameters of a pod. */
export function sysctlCheck(ofPod: PodField): PolicyCheck {
  const field = fieldAt(ofPod, 'sysctls');
  const values = itemsOf(field).flatMap((item) => {
    const [name, value] = [textOf(fieldAt(item, 'name')), fieldAt(item, 'value').value];
    return name === undefined || (typeof value !== 'string' && typeof value !== 'number')
      ? []
      : `${JSON.stringify(name.replaceAll('/', '.'))}: ${JSON.stringify(String(value))}`;
  });
  return { condition: `has_sysctls({${values.join(', ')}})`, decidedBy: pathText(field) };
}
