import * as l10n from '@vscode/l10n';
import { podOwnerIds } from '#core/kinds/podOwners.ts';
import { all, document112, issue, operator111 } from '#core/product/sources.ts';
import { findUpstreamCreator, upstreamRuntimeClassNames } from '#core/product/runtimeClasses.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { exampleSandbox } from '../../agentSandbox/exampleSandboxes.ts';
import { isAgentSandbox } from '../../agentSandbox/findOtherVersionFields.ts';
import { findMapEntry, type ScalarNode } from '#server/engine/yaml/node.ts';
import { removeEntry, replaceNode } from '#server/engine/findings/edits.ts';
import { isAboutOsc } from '#server/manifest/rules/shared/ourWorkspace.ts';
import { defineRule, type Finding, type Fix, type RuleContext } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { describeInvalidName } from '../../shared/invalidName.ts';
import { createOptionalFix, findPodNode, getPodRuntimeClass } from '#server/engine/yaml/objects/podNode.ts';
import { isRuntimeClassDefined } from './definedRuntimeClasses.ts';
import { findRuntimeClassProblem } from '#server/engine/yaml/objects/misnamedRuntimeClass.ts';
import { joinSentences } from '#core/text/grammar.ts';

export default defineRule({
  id: 'pod-runtimeclass-unknown',
  title: () => l10n.t`Runtime class not created by OSC`,
  severity: 'error',
  appliesTo: podOwnerIds,
  needs: ['file'],
  why: () =>
    l10n.t`The OSC operator doesn't create this runtime class. It creates \`kata\`, \`kata-remote\`, and, if confidential containers are set up, \`kata-cc\`. The API server rejects a pod with an empty or nonexistent runtime class ("RuntimeClass ... not found").

An empty or invalid name, such as \`kata_remote\`, is an error. Other misspelled names and names from old documentation are reported as warnings. Names that upstream Kata uses are reported as warnings if the workspace contains OSC resources. For other names that start with kata, the severity is information, because you might have created the class. In objects of agent-sandbox, the names of upstream Kata and AKS are only information. The rule doesn't report runtime classes that belong to other software, are defined in the workspace, or exist on the cluster.

Use one of the OSC runtime classes, or remove \`runtimeClassName\` to run regular containers.`,
  source: [
    all(operator111('controllers/openshift_controller.go:86'), document112('3.8')),
    issue('confidential-containers/cloud-api-adaptor', 70),
  ],
  *check(context) {
    const runtimeClass = getPodRuntimeClass(context.manifest);
    if (runtimeClass.state !== 'named') return;
    const { name, node } = runtimeClass;
    if (name === '') yield empty(context, node);
    const fault = findRuntimeClassProblem(name);
    if (
      fault === undefined ||
      isRuntimeClassDefined(context, name) ||
      context.cluster?.runtimeClasses?.includes(name) === true
    )
      return;
    if (isAgentSandbox(context.manifest)) {
      const other = describeUpstreamClass(context, name, node);
      if (other !== undefined) {
        yield* other;
        return;
      }
    }
    // Upstream Kata and other clouds use their own names for runtime classes.
    if (!fault.slip && (context.workspace === undefined || !isAboutOsc(context.workspace))) return;
    const { advice, meant } = fault;
    const todo = advice ?? (meant === undefined ? l10n.t`Use kata or kata-remote.` : l10n.t`Use ${meant}.`);
    // An invalid name can't be that of a class of other software.
    const invalid = describeInvalidName(name, 'RuntimeClass');
    yield {
      start: node.start,
      end: node.end,
      ...(invalid === undefined ? { severity: fault.certain ? 'warning' : 'info' } : {}),
      message: joinSentences(
        invalid ??
          l10n.t`OSC doesn't create a runtime class named "${sanitizeQuote(name, 40)}", so the pod is rejected unless you or other software created this class.`,
        todo,
      ),
      fixes: meant === undefined ? [] : change(node, meant, fault.sure),
    };
  },
  examples: () => [
    {
      avoid: createExamplePod(`
  runtimeClassName: kata_remote
#                   ^^^^^^^^^^^ want`),
      prefer: createExamplePod('  runtimeClassName: kata-remote'),
    },
    {
      avoid: `
apiVersion: apps.openshift.io/v1
kind: DeploymentConfig
metadata:
  name: web
spec:
  selector:
    app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      runtimeClassName: kata-remote-cc
#                       ^^^^^^^^^^^^^^ want
      containers:
        - name: web
          image: quay.io/example/web
`,
      prefer: `
apiVersion: apps.openshift.io/v1
kind: DeploymentConfig
metadata:
  name: web
spec:
  selector:
    app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      runtimeClassName: kata-remote
      containers:
        - name: web
          image: quay.io/example/web
`,
    },
    {
      avoid: createExamplePod(`
  runtimeClassName: ""
#                   ^^ want`),
      prefer: createExamplePod(''),
    },
    {
      avoid: exampleSandbox('v1beta1', 'kata-qmeu\n#                       ^^^^^^^^^ want'),
      prefer: exampleSandbox('v1beta1', 'kata-qemu'),
    },
  ],
});

/**
 * Returns the findings about a runtime class of other software in an object of agent-sandbox, whose examples use such
 * classes. Returns undefined if the name isn't similar to one of theirs.
 */
function describeUpstreamClass(
  { workspace }: RuleContext,
  name: string,
  node: ScalarNode,
): readonly Finding[] | undefined {
  const { start, end } = node;
  const creator = findUpstreamCreator(name);
  if (creator !== undefined)
    return workspace === undefined || !isAboutOsc(workspace)
      ? []
      : [
          {
            start,
            end,
            severity: 'info',
            message: l10n.t`${creator} creates the runtime class ${name}, but OSC doesn't. With OSC, use kata or kata-remote.`,
          },
        ];
  const near = findNearestName(name, upstreamRuntimeClassNames);
  if (near === undefined) return undefined;
  return [
    {
      start,
      end,
      severity: 'warning',
      message: joinSentences(
        l10n.t`OSC doesn't create a runtime class named "${sanitizeQuote(name, 40)}", so the pod is rejected unless you or other software created this class.`,
        l10n.t`Did you mean ${near.name}?`,
      ),
      fixes: change(node, near.name, false),
    },
  ];
}

function empty({ manifest, text }: RuleContext, node: ScalarNode): Finding {
  const spec = findPodNode(manifest, ['spec']);
  const entry = findMapEntry(spec, 'runtimeClassName');
  const remove =
    spec?.type !== 'map' || entry === undefined || manifest.part === 'generator'
      ? undefined
      : removeEntry(text, spec, entry);
  return {
    start: node.start,
    end: node.end,
    message: l10n.t`The API server rejects an empty runtimeClassName. Set a class such as kata-remote, or remove the line to run a regular container.`,
    fixes: [
      ...createOptionalFix(l10n.t`Remove ${'runtimeClassName'}`, remove, false),
      ...change(node, 'kata-remote', false),
      ...change(node, 'kata', false),
    ],
  };
}

function change(node: ScalarNode, name: string, sure: boolean): Fix[] {
  return node.borrowed
    ? []
    : [{ title: l10n.t`Change to ${name}`, edits: [replaceNode(node, name)], sure: sure && node.anchored !== true }];
}
