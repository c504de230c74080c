/**
 * Determines how a pod gets its policy: from the annotation, from initdata, or from either. This depends on the
 * release, the runtime class, and the feature gate. Source: domain/04-agent-policy.md 4.6, 05-initdata.md 5.3.
 */
import * as l10n from '@vscode/l10n';
import { getInitdataKey } from '../annotations/index.ts';
import { agentPrefix } from '../annotations/annotation.ts';
import { compareReleases, findRelease, isInForce, type Release } from '../product/releases.ts';
import { adaptor112, all, operator111 } from '../product/sources.ts';
import type { DefaultPolicyId } from './defaultPolicies.ts';
import { getSentenceSeparator, joinSentences } from '../text/grammar.ts';

/** Key of the annotation with a policy. */
export const policyAnnotationKey = `${agentPrefix}policy`;

/** State of the `confidential` feature gate: true if enabled, 'unknown' if the workspace doesn't contain it. */
export type ConfidentialGate = boolean | 'unknown';

/** Describes the support for a mechanism, with the reason. */
interface MechanismSupport {
  readonly works: boolean | 'depends';
  readonly why: string;
}

/** Mechanisms that provide a policy to a pod. */
export interface PolicyDelivery {
  /** Mechanism that is known to work. `none` if no mechanism is known. */
  readonly mechanism: 'annotation' | 'initdata' | 'either' | 'none';
  /** Mechanism to use. */
  readonly recommended: 'annotation' | 'initdata' | undefined;
  /** One or two sentences for messages. */
  readonly reason: string;
  readonly annotation: MechanismSupport;
  readonly initdata: MechanismSupport;
  /** Annotation for initdata in this release. */
  readonly initdataKey: string;
  /** Policy that is in effect until another one replaces it. Undefined if unknown. */
  readonly baked: DefaultPolicyId | undefined;
  /** True if the result is derived from the source code and was never tested. */
  readonly unverified: boolean;
  readonly source: string;
}

const source = all(
  adaptor112('src/cloud-api-adaptor/podvm-payload/osc-agent-policy.rego'),
  operator111('config/peerpods/default-non-cc-initdata.toml'),
  operator111('config/peerpods/podvm/agent-policy/coco-policy.rego'),
);

const since = (release: Release, id: string): boolean => {
  const first = findRelease(id);
  return first !== undefined && compareReleases(release, first) >= 0;
};

const setPolicyDenied = () =>
  l10n.t`The policy in the image denies SetPolicyRequest. If the pod has a policy annotation, the sandbox isn't created ("SetPolicyRequest is blocked by policy").`;
const inInitdata = () =>
  l10n.t`The policy in initdata is measured. It replaces the policy in the image before the agent starts.`;

/** Returns how a pod with this runtime class gets a policy. */
export function getPolicyDelivery(
  release: Release,
  runtimeClass: string,
  confidential: ConfidentialGate,
): PolicyDelivery {
  const base = { initdataKey: getInitdataKey(release), source } as const;
  switch (runtimeClass) {
    case 'kata-remote':
      return { ...base, ...remotePath(release, confidential) };
    case 'kata-cc':
      return { ...base, ...confidentialPath(release) };
    case 'kata':
      return {
        ...base,
        mechanism: 'annotation',
        recommended: 'annotation',
        reason: l10n.t`Pods whose VM runs on their node get a policy from the pod's policy annotation. initdata is for peer pods and confidential guests.`,
        annotation: {
          works: true,
          why: l10n.t`The runtime passes the policy in SetPolicyRequest, which the guest image on the node must allow. Kata images allow SetPolicyRequest.`,
        },
        initdata: { works: false, why: l10n.t`This runtime class doesn't support initdata.` },
        baked: undefined,
        unverified: true,
      };
    default: {
      const why = l10n.t`This isn't a Kata runtime class, or its policy support is unknown.`;
      return { ...base, ...noWayKnown(why) };
    }
  }
}

type Known = Omit<PolicyDelivery, 'initdataKey' | 'source'>;

/** Returns the result for pods whose mechanism is unknown. */
function noWayKnown(why: string): Known {
  const depends = { works: 'depends', why } as const;
  return {
    mechanism: 'none',
    recommended: undefined,
    reason: why,
    annotation: depends,
    initdata: depends,
    baked: undefined,
    unverified: true,
  };
}

const beforeInitdata = () => l10n.t`initdata requires OSC 1.9 or later.`;
const handed = () => l10n.t`The policy in the image allows SetPolicyRequest.`;
const onlyMeasured = () => l10n.t`Only initdata is measured, so confidential pods should use it.`;
const notAttested = () => l10n.t`However, a policy in the pod annotation isn't measured.`;

/**
 * Returns the result for confidential guests, which use kata-cc. Their images contain the policies of confidential peer
 * pods.
 */
function confidentialPath(release: Release): Known {
  if (!since(release, '1.9')) {
    const why = l10n.t`Confidential guests get their policy from initdata, which requires OSC 1.9 or later. In OSC ${release.id}, there's no known way to set a policy for kata-cc.`;
    return noWayKnown(why);
  }
  const initdata = { works: true, why: inInitdata() } as const;
  if (since(release, '1.11')) {
    return {
      mechanism: 'initdata',
      recommended: 'initdata',
      reason: `${l10n.t`Confidential guests get their policy from initdata.`}${getSentenceSeparator()}${setPolicyDenied()}`,
      annotation: { works: false, why: setPolicyDenied() },
      initdata,
      baked: bakedBy(release),
      unverified: true,
    };
  }
  return {
    mechanism: 'either',
    recommended: 'initdata',
    reason: joinSentences(handed(), onlyMeasured()),
    annotation: { works: true, why: joinSentences(handed(), notAttested()) },
    initdata,
    baked: bakedBy(release),
    unverified: true,
  };
}

function remotePath(release: Release, confidential: ConfidentialGate): Known {
  if (since(release, '1.11')) return confidential === false ? openImage() : sealedImage(release, confidential);
  if (!since(release, '1.9')) {
    return {
      mechanism: 'annotation',
      recommended: 'annotation',
      reason: joinSentences(handed(), beforeInitdata()),
      annotation: { works: true, why: handed() },
      initdata: { works: 'depends', why: beforeInitdata() },
      baked: undefined,
      unverified: true,
    };
  }
  return {
    mechanism: 'either',
    recommended: confidential === false ? 'annotation' : 'initdata',
    reason: confidential === false ? handed() : joinSentences(handed(), onlyMeasured()),
    annotation: { works: true, why: confidential === false ? handed() : joinSentences(handed(), notAttested()) },
    initdata: { works: true, why: inInitdata() },
    baked: confidential === true ? 'osc-1.10-coco' : confidential === false ? 'kata-allow-all' : undefined,
    unverified: false,
  };
}

/**
 * Returns the result if the feature gate is disabled. The operator's initdata then allows everything, including a
 * different policy.
 */
function openImage(): Known {
  const why = [
    l10n.t(
      'If the `confidential` feature gate is disabled, the operator sets INITDATA to a policy that allows everything, including SetPolicyRequest.',
    ),
    l10n.t`If you remove INITDATA or replace it with a value that contains no policy, the policy in the image applies again and denies SetPolicyRequest.`,
  ].join(getSentenceSeparator());
  return {
    mechanism: 'either',
    recommended: 'annotation',
    reason: why,
    annotation: { works: true, why },
    initdata: { works: true, why: l10n.t`The pod's initdata overrides INITDATA in peer-pods-cm.` },
    baked: 'caa-allow-all',
    unverified: true,
  };
}

function sealedImage(release: Release, confidential: true | 'unknown'): Known {
  const unknown = confidential === 'unknown';
  return {
    mechanism: 'initdata',
    recommended: 'initdata',
    reason: unknown
      ? l10n.t(
          'The state of the `confidential` feature gate is unknown. initdata works whether or not the feature gate is enabled. The policy annotation works only if the feature gate is disabled.',
        )
      : setPolicyDenied(),
    annotation: unknown
      ? {
          works: 'depends',
          why: l10n.t('The policy annotation works only if the `confidential` feature gate is disabled.'),
        }
      : { works: false, why: setPolicyDenied() },
    initdata: { works: true, why: inInitdata() },
    baked: unknown ? undefined : bakedBy(release),
    unverified: false,
  };
}

/**
 * Returns the policy in the images of a release. Returns undefined for releases after 1.12, whose images weren't read.
 */
export function bakedBy(release: Release): DefaultPolicyId | undefined {
  if (!isInForce({ until: '1.12' }, release)) return undefined;
  if (since(release, '1.12')) return 'osc-1.12';
  return since(release, '1.11') ? 'osc-1.11' : 'osc-1.10-coco';
}
