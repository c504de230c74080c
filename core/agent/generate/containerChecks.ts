/** Lists the checks of a CreateContainerRequest for each container of a pod, and for its sandbox container. */
import * as l10n from '@vscode/l10n';
import { isPlaceholder } from '#core/text/placeholder.ts';
import { listImageNames } from './imageNames.ts';
import { hasDisks, readMounts, renderMounts } from './mounts.ts';
import {
  fieldAt,
  pathText,
  regoList,
  regoString,
  textOf,
  type FieldPath,
  type MessageCollector,
  type PodField,
} from './podField.ts';
import { listSecurityChecks, sysctlCheck, type PolicyCheck } from './securityChecks.ts';
import {
  patternOf,
  readCommand,
  readVariables,
  renderVariables,
  type ExpectedCommand,
  type PodFacts,
} from './variables.ts';

/** Facts about the pod. */
export interface PodContext {
  readonly facts: PodFacts;
  readonly runtimeClass: PodField;
  /** True if the VM runs on the node and gets the image from the node. */
  readonly isLocal: boolean;
  readonly messages: MessageCollector;
}

/** The rule for a container. */
export interface ContainerRule {
  /** Title for the comment above the rule. */
  readonly title: string;
  readonly checks: readonly PolicyCheck[];
  /** Facts about the container that only the image or the cluster determines. */
  readonly unknown: readonly string[];
}

/** Returns the rule for a container. */
export function listContainerChecks(container: PodField, context: PodContext): ContainerRule {
  const { facts, messages } = context;
  const name = fieldAt(container, 'name');
  const known = textOf(name);
  const isKnown = known !== undefined && !isPlaceholder(known);
  if (!isKnown) messages.add(name, l10n.t`The container name is unknown, so the policy doesn't check the name.`);
  const image = imageCheck(fieldAt(container, 'image'), context);
  const variables = readVariables(container, facts, messages);
  const command = readCommand(container, variables);
  const title = isKnown ? `Container "${known}"` : 'Container';
  const devices = deviceChecks(container, facts.spec, messages);
  const tty = fieldAt(container, 'tty');
  const workingDir = fieldAt(container, 'workingDir');
  const directory = textOf(workingDir);
  warnAboutInput(container, messages);
  return {
    title: `${title}: ${pathText(container)}`,
    checks: [
      { condition: 'is_container("pod_container")', decidedBy: '' },
      ...(isKnown ? [{ condition: `is_named(${regoString(known)})`, decidedBy: pathText(name) }] : []),
      ...podChecks(context),
      image.check,
      { condition: 'has_storages', decidedBy: pathText(fieldAt(container, 'image')) },
      ...commandChecks(command),
      {
        condition: `has_variables(${renderVariables(variables)})`,
        decidedBy: (variables.fields.length > 0 ? variables.fields : [fieldAt(container, 'env')])
          .map(pathText)
          .join(' and '),
      },
      {
        condition: `has_mounts(${mountsOf(container, facts.spec, messages)})`,
        decidedBy: pathText(fieldAt(container, 'volumeMounts')),
      },
      ...(directory === undefined
        ? []
        : [{ condition: `input.OCI.Process.Cwd == ${regoString(directory)}`, decidedBy: pathText(workingDir) }]),
      { condition: `input.OCI.Process.Terminal == ${tty.value === true}`, decidedBy: pathText(tty) },
      ...listSecurityChecks(container, facts.spec, messages),
      ...devices,
      pidCheck(facts.spec),
    ],
    unknown: [
      ...image.unknown,
      ...(command.arguments === undefined ? [`${pathText(fieldAt(container, 'command'))}: any command`] : []),
      ...(command.followsEntryPoint ? [`${command.decidedBy}: any entry point before these arguments`] : []),
    ],
  };
}

/** Returns the rule for the sandbox container, which only waits until the pod ends. */
export function sandboxContainerChecks(context: PodContext): ContainerRule {
  const { facts } = context;
  return {
    title: 'Sandbox container, which every pod has',
    checks: [
      { condition: 'is_container("pod_sandbox")', decidedBy: '' },
      ...podChecks(context),
      { condition: 'has_pause_image', decidedBy: '' },
      { condition: 'has_storages', decidedBy: '' },
      { condition: 'input.OCI.Process.Args in [["/pause"], ["/usr/bin/pod"]]', decidedBy: '' },
      { condition: 'has_variables({}, {}, [])', decidedBy: '' },
      { condition: 'has_mounts({})', decidedBy: '' },
      { condition: 'input.OCI.Process.Terminal == false', decidedBy: '' },
      sysctlCheck(fieldAt(facts.spec, 'securityContext')),
      { condition: 'has_no_devices', decidedBy: '' },
      pidCheck(facts.spec),
    ],
    unknown: [],
  };
}

function podChecks({ facts }: PodContext): readonly PolicyCheck[] {
  const { namespace, podName } = facts;
  const pattern = patternOf(podName);
  return [
    ...(pattern === '' ? [] : [{ condition: `is_in_pod(${regoString(pattern)})`, decidedBy: 'metadata.name' }]),
    ...(namespace === undefined
      ? []
      : [{ condition: `is_in_namespace(${regoString(namespace)})`, decidedBy: 'metadata.namespace' }]),
  ];
}

function imageCheck(
  field: PodField,
  { isLocal, messages }: PodContext,
): { readonly check: PolicyCheck; readonly unknown: readonly string[] } {
  const { names, hasRegistry, hasDigest } = listImageNames(textOf(field) ?? '');
  if (!hasRegistry)
    messages.add(
      field,
      l10n.t`The image name contains no registry, so the policy allows the image only from docker.io. If the nodes use another registry, add it to the image name in the manifest, then generate the policy again.`,
    );
  return {
    check: {
      condition: `${isLocal ? 'is_named_image' : 'is_pulled_from'}(${regoList(names)})`,
      decidedBy: pathText(field),
    },
    unknown: hasDigest ? [] : [`${pathText(field)}: any image that the registry provides for this tag`],
  };
}

function commandChecks({ arguments: expected, followsEntryPoint, decidedBy }: ExpectedCommand): readonly PolicyCheck[] {
  if (expected === undefined) return [];
  const patterns = expected.map(patternOf);
  if (followsEntryPoint) return [{ condition: `has_final_arguments(${regoList(patterns)})`, decidedBy }];
  const texts = expected.flatMap((one) => ('equals' in one ? one.equals : []));
  return texts.length === expected.length
    ? [{ condition: `has_command(${regoList(texts)})`, decidedBy }]
    : [{ condition: `has_matching_command(${regoList(patterns)})`, decidedBy }];
}

/** Mount points of the service account token. Some images link the first one to the second one. */
const tokenFolders = ['/var/run/secrets/kubernetes.io/serviceaccount', '/run/secrets/kubernetes.io/serviceaccount'];

function mountsOf(container: PodField, spec: PodField, messages: MessageCollector): string {
  const added = (destination: string, field: PodField, readOnly: boolean) => ({
    destination,
    sources: [],
    readOnly,
    forbidden: ['shared', 'rshared'],
    field,
  });
  const own = readMounts(container, spec, messages);
  const token = fieldAt(spec, 'automountServiceAccountToken');
  const log = fieldAt(container, 'terminationMessagePath');
  const runtime = [
    added(textOf(log) ?? '/dev/termination-log', log, false),
    ...(token.value === false ? [] : tokenFolders.map((folder) => added(folder, token, true))),
  ];
  const taken = new Set(own.map(({ destination }) => destination));
  return renderMounts([...own, ...runtime.filter(({ destination }) => !taken.has(destination))]);
}

function deviceChecks(container: PodField, spec: PodField, messages: MessageCollector): readonly PolicyCheck[] {
  const unchecked: readonly FieldPath[] = [
    ['volumeDevices'],
    ['securityContext', 'privileged'],
    ['resources', 'claims'],
  ];
  const resources = fieldAt(container, 'resources', 'limits');
  const special = Object.keys(Object(resources.value)).filter(
    (name) => name.includes('/') && !name.startsWith('kubernetes.io/'),
  );
  for (const name of special)
    messages.add(
      fieldAt(resources, name),
      l10n.t`The policy doesn't check the devices for ${name}: it allows every device in the container.`,
    );
  const set = (path: FieldPath) => Boolean(fieldAt(container, ...path).value);
  if (special.length > 0 || unchecked.some(set) || hasDisks(container, spec)) return [];
  return [{ condition: 'has_no_devices', decidedBy: pathText(resources) }];
}

function warnAboutInput(container: PodField, messages: MessageCollector): void {
  const stdin = fieldAt(container, 'stdin');
  if (stdin.value === true)
    messages.add(stdin, l10n.t`The policy denies WriteStreamRequest, so the container gets no input from oc attach.`);
}

function pidCheck(spec: PodField): PolicyCheck {
  const field = fieldAt(spec, 'shareProcessNamespace');
  return { condition: `input.sandbox_pidns == ${field.value === true}`, decidedBy: pathText(field) };
}
