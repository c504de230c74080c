/**
 * The kinds of agent-sandbox. Sources: kubernetes-sigs/agent-sandbox@2fd412d5 api/v1beta1/sandbox_types.go,
 * api/v1alpha1/sandbox_types.go, extensions/api/v1beta1, and extensions/api/v1alpha1.
 */
import * as l10n from '@vscode/l10n';
import type { Message } from '#core/text/message.ts';
import { getFields, type FieldContext, type FieldKnowledge, type FieldTable, type KindKnowledge } from '../field.ts';
import { keyValuePairs, objectMetaFields, specSummary } from '../objectMeta.ts';
import { createAnnotationFields, workload } from '../workloads.ts';
import {
  isOldSandboxVersion,
  sandboxExtensionsGroup,
  sandboxGroup,
  sandboxVersions,
} from '../../kubernetes/agentSandboxKinds.ts';

const podTemplate = ['spec', 'podTemplate'] as const;
const mentions = [sandboxGroup];
const versions = [...sandboxVersions];

const templateName: FieldKnowledge = {
  summary: () => l10n.t`Name of a SandboxTemplate in the same namespace.`,
  requiredBy: () => l10n.t`API server`,
};
const shutdownTime: FieldKnowledge = {
  summary: () => l10n.t`Date and time at which the controller deletes the pod.`,
  examples: ['2026-12-31T23:59:59Z'],
};
const deletes = () => l10n.t`Deletes the object.`;
const keeps = () => l10n.t`Keeps the object, but deletes its pod.`;
const shutdownPolicy: FieldKnowledge = {
  summary: () => l10n.t`What the controller does with the object at the shutdown time.`,
  default: () => '`Retain`',
  values: { Delete: deletes, Retain: keeps },
};

/** Fields that Sandbox and SandboxTemplate have in common. */
const blueprint: FieldTable = {
  'spec.podTemplate': {
    type: 'object',
    summary: () =>
      l10n.t`Pod that the controller creates. Kata reads the annotations in the metadata of this template.`,
    requiredBy: () => l10n.t`API server`,
  },
  'spec.volumeClaimTemplates': {
    type: 'array',
    summary: () => l10n.t`Volumes that the controller creates for the pod.`,
  },
  'spec.service': {
    type: 'boolean',
    summary: () => l10n.t`True if the controller creates a headless Service for the pod.`,
  },
};

const stops = () => l10n.t`Deletes the pod, and with it the VM, but keeps the object and its volumes.`;

/** Returns the fields of a Sandbox, except those of its pod. */
function sandboxFields(isOld: boolean): FieldTable {
  return {
    ...blueprint,
    'spec.shutdownTime': shutdownTime,
    'spec.shutdownPolicy': shutdownPolicy,
    ...(isOld
      ? {
          'spec.replicas': {
            type: 'integer',
            summary: () => l10n.t`1 runs the pod. 0 deletes the pod, and with it the VM, but keeps the volumes.`,
            default: () => '`1`',
            examples: [0, 1],
          },
        }
      : {
          'spec.operatingMode': {
            summary: () => l10n.t`Determines whether the pod runs.`,
            default: () => '`Running`',
            values: { Running: () => l10n.t`Runs the pod.`, Suspended: stops },
          },
        }),
  };
}

const disallowed = () => l10n.t`Claims can't set any.`;
const allowed = () => l10n.t`Claims can add new ones.`;
const overrides = () => l10n.t`Claims can add new ones and replace those of the template.`;

const templateFields: FieldTable = {
  ...blueprint,
  'spec.networkPolicy': {
    type: 'object',
    summary: () => l10n.t`Ingress and egress rules for all pods from this template.`,
  },
  'spec.networkPolicyManagement': {
    summary: () => l10n.t`Determines whether the controller creates a NetworkPolicy for the pods.`,
    default: () => '`Managed`',
    values: {
      Managed: () => l10n.t`The controller creates a NetworkPolicy.`,
      Unmanaged: () => l10n.t`The controller doesn't create a NetworkPolicy.`,
    },
  },
  'spec.envVarsInjectionPolicy': {
    summary: () => l10n.t`Determines which environment variables claims can set.`,
    default: () => '`Disallowed`',
    values: { Allowed: allowed, Overrides: overrides, Disallowed: disallowed },
  },
  'spec.volumeClaimTemplatesPolicy': {
    summary: () => l10n.t`Determines which volume claim templates claims can set.`,
    default: () => '`Disallowed`',
    values: { Disallowed: disallowed, Allowed: allowed, Overrides: overrides },
  },
};

/** Path of the metadata in a claim that the controller adds to the pod. */
export const claimMetadataPath = ['spec', 'additionalPodMetadata'] as const;
const claimAnnotations = [...claimMetadataPath, 'annotations'].join('.');

function claimFields(isOld: boolean): FieldTable {
  return {
    ...objectMetaFields,
    spec: { type: 'object', summary: specSummary },
    ...(isOld
      ? {
          'spec.sandboxTemplateRef': { type: 'object', summary: () => l10n.t`Template for the sandbox.` },
          'spec.sandboxTemplateRef.name': templateName,
          'spec.warmpool': {
            summary: () => l10n.t('`none`, `default`, or the name of the SandboxWarmPool to take the sandbox from.'),
            default: () => '`default`',
            examples: ['default', 'none'],
          },
        }
      : {
          'spec.warmPoolRef': { type: 'object', summary: () => l10n.t`Warm pool to take the sandbox from.` },
          'spec.warmPoolRef.name': {
            summary: () => l10n.t`Name of a SandboxWarmPool in the same namespace.`,
            requiredBy: () => l10n.t`API server`,
          },
          'spec.volumeClaimTemplates': {
            type: 'array',
            summary: () =>
              l10n.t`Additional volumes for the pod. With this field, the claim creates a new sandbox instead of taking one from the warm pool.`,
          },
        }),
    'spec.lifecycle': { type: 'object', summary: () => l10n.t`Determines when the sandbox ends.` },
    'spec.lifecycle.shutdownTime': shutdownTime,
    'spec.lifecycle.shutdownPolicy': {
      ...shutdownPolicy,
      values: {
        Delete: deletes,
        DeleteForeground: () => l10n.t`Deletes the object after its sandbox and pod have terminated.`,
        Retain: keeps,
      },
    },
    'spec.lifecycle.ttlSecondsAfterFinished': {
      type: 'integer',
      summary: () => l10n.t`Seconds after which the controller deletes a finished claim.`,
      examples: [3600],
    },
    'spec.additionalPodMetadata': {
      type: 'object',
      summary: () =>
        l10n.t`Labels and annotations that the controller adds to the pod. Kata reads the annotations only if the claim creates a new pod, not if it takes a running sandbox from the warm pool.`,
    },
    'spec.additionalPodMetadata.labels': keyValuePairs,
    [claimAnnotations]: keyValuePairs,
    'spec.env': {
      type: 'array',
      summary: () =>
        l10n.t`Environment variables for the pod. With this field, the claim creates a new sandbox instead of taking one from the warm pool.`,
    },
  };
}

const poolFields: FieldTable = {
  ...objectMetaFields,
  spec: { type: 'object', summary: specSummary },
  'spec.replicas': {
    type: 'integer',
    summary: () =>
      l10n.t`Number of sandboxes that run before a claim requests them. With a Kata runtime class, each one is a VM.`,
    default: () => '`1`',
    examples: [1, 2],
  },
  'spec.sandboxTemplateRef': { type: 'object', summary: () => l10n.t`Template for the sandboxes.` },
  'spec.sandboxTemplateRef.name': templateName,
  'spec.updateStrategy': {
    type: 'object',
    summary: () => l10n.t`Determines when a change of the template replaces the sandboxes.`,
  },
  'spec.updateStrategy.type': {
    summary: () => l10n.t`Determines when a change of the template replaces the sandboxes.`,
    default: () => '`OnReplenish`',
    values: {
      Recreate: () => l10n.t`Immediately.`,
      OnReplenish: () => l10n.t`When a sandbox is claimed or deleted.`,
    },
  },
};

/** Adds the fields of the version to those of a kind with a pod template. */
function podKind(kind: string, group: string, summary: Message, own: (isOld: boolean) => FieldTable): KindKnowledge {
  const pod = workload(kind, group, podTemplate, summary, { versions });
  const fieldsFor = (about: FieldContext): FieldTable => ({
    ...getFields(pod, about),
    ...own(isOldSandboxVersion(about.apiVersion)),
  });
  return {
    ...pod,
    mentions,
    get fields() {
      return { ...pod.fields, ...own(false) };
    },
    fieldsFor,
  };
}

const extension = { group: sandboxExtensionsGroup, versions, scope: 'Namespaced', mentions } as const;

/** The kinds of agent-sandbox. */
export const agentSandboxKinds: readonly KindKnowledge[] = [
  podKind(
    'Sandbox',
    sandboxGroup,
    () => l10n.t`Runs one pod with its own name and storage, for example for an agent (agent-sandbox).`,
    sandboxFields,
  ),
  podKind(
    'SandboxTemplate',
    sandboxExtensionsGroup,
    () => l10n.t`Template for sandboxes that claims request (agent-sandbox).`,
    () => templateFields,
  ),
  {
    ...extension,
    id: 'SandboxClaim',
    kind: 'SandboxClaim',
    summary: () => l10n.t`Requests a sandbox from a warm pool (agent-sandbox).`,
    fields: claimFields(false),
    fieldsFor: (about) => ({
      ...claimFields(isOldSandboxVersion(about.apiVersion)),
      ...createAnnotationFields(claimAnnotations, about),
    }),
  },
  {
    ...extension,
    id: 'SandboxWarmPool',
    kind: 'SandboxWarmPool',
    summary: () => l10n.t`Keeps sandboxes running, so that claims get one immediately (agent-sandbox).`,
    fields: poolFields,
  },
];
