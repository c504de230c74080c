/**
 * Lists the policies that are shipped or documented, with their default for each request. Source:
 * domain/04-agent-policy.md 4.3 and the files named there. The additional rules of these policies are in
 * defaultPolicyTexts.ts.
 */
import * as l10n from '@vscode/l10n';
import { adaptor112, adaptorUpstream, all, document112, kataUpstream, operator111 } from '../product/sources.ts';
import type { Message } from '#core/text/message.ts';

/** A policy that is shipped or documented. */
export interface DefaultPolicy {
  readonly id: DefaultPolicyId;
  /** Title for lists, such as `OSC 1.12, confidential images`. */
  readonly title: Message;
  readonly summary: Message;
  /** True if the policy also has rules. The table shows only the defaults of such a policy. */
  readonly hasRules: boolean;
  readonly source: string;
}

/** IDs in the order of the table columns. */
export const defaultPolicyIds = [
  'kata-allow-all',
  'kata-no-exec',
  'genpolicy',
  'caa-allow-all',
  'caa-setpolicy-only',
  'osc-1.10-coco',
  'osc-1.11',
  'osc-1.12',
  'docs-1.12',
] as const;

/** ID of a shipped policy. */
export type DefaultPolicyId = (typeof defaultPolicyIds)[number];

const kata = (file: string) => kataUpstream(`src/kata-opa/${file}`);
const adaptor = (file: string) => adaptorUpstream(`src/cloud-api-adaptor/podvm/files/etc/kata-opa/${file}`);
const own = 'src/cloud-api-adaptor/podvm-payload/osc-agent-policy.rego';

/** Titles and sources of the table columns. */
export const defaultPolicies: readonly DefaultPolicy[] = [
  {
    id: 'kata-allow-all',
    title: () => l10n.t`Kata: allow all`,
    summary: () => l10n.t`Allows every request that Kata supported when the policy was written.`,
    hasRules: false,
    source: kata('allow-all.rego'),
  },
  {
    id: 'kata-no-exec',
    title: () => l10n.t`Kata: allow all except exec`,
    summary: () => l10n.t`Allows everything except running commands in containers.`,
    hasRules: false,
    source: kata('allow-all-except-exec-process.rego'),
  },
  {
    id: 'genpolicy',
    title: () => 'genpolicy',
    summary: () => l10n.t`Denies everything that its rules don't allow. Generated for one pod from its manifest.`,
    hasRules: true,
    source: kataUpstream('src/tools/genpolicy/rules.rego'),
  },
  {
    id: 'caa-allow-all',
    title: () => l10n.t`cloud-api-adaptor: allow all`,
    summary: () => l10n.t`Allows everything, including setting a different policy.`,
    hasRules: false,
    source: adaptor('allow-all.rego'),
  },
  {
    id: 'caa-setpolicy-only',
    title: () => l10n.t`cloud-api-adaptor: only SetPolicy`,
    summary: () =>
      l10n.t`Denies every request except SetPolicyRequest until the pod's policy annotation sets a policy.`,
    hasRules: false,
    source: adaptor('disallow-all-except-setpolicy.rego'),
  },
  {
    id: 'osc-1.10-coco',
    title: () => l10n.t`OSC 1.10 and earlier, confidential images`,
    summary: () =>
      l10n.t`Denies running commands in containers and reading logs. The pod's policy annotation can set a different policy.`,
    hasRules: false,
    source: operator111('config/peerpods/podvm/agent-policy/coco-policy.rego'),
  },
  {
    id: 'osc-1.11',
    title: () => l10n.t`OSC 1.11 images`,
    summary: () => l10n.t`Denies running commands in containers, reading logs, and setting a different policy.`,
    hasRules: false,
    source: `openshift/cloud-api-adaptor@f3dcc175 ${own}`,
  },
  {
    id: 'osc-1.12',
    title: () => l10n.t`OSC 1.12 images`,
    summary: () =>
      l10n.t`Same as OSC 1.11, but allows copying files only to \`/run/kata-containers/shared/containers\`.`,
    hasRules: true,
    source: adaptor112(own),
  },
  {
    id: 'docs-1.12',
    title: () => l10n.t`OSC 1.12 documentation example`,
    summary: () =>
      l10n.t`Denies reading logs, sending input, and setting a different policy. Allows running only one specific command in containers.`,
    hasRules: true,
    source: all(document112('3.5')),
  },
];

/**
 * Verdict of a policy on a request if no rule decides. Undefined if the policy doesn't name the request. This isn't the
 * same as false.
 */
export type DefaultVerdict = boolean | undefined;

/** One letter per policy, in the order of the IDs: T true, F false, - not in the policy. */
const table: Readonly<Record<string, string>> = {
  AddARPNeighborsRequest: 'TTFTFTTTT',
  AddSwapPathRequest: '--F------',
  AddSwapRequest: 'TTFTFTTTT',
  AllowRequestsFailingPolicy: '--F------',
  CloseStdinRequest: 'TTFTFTTTT',
  CopyFileRequest: 'TTFTFTTFT',
  CreateContainerRequest: 'TTFTFTTTT',
  CreateSandboxRequest: 'TTFTFTTTT',
  DestroySandboxRequest: 'TTTTFTTTT',
  ExecProcessRequest: 'TFFTFFFFF',
  GetDiagnosticDataRequest: 'T-F------',
  GetIPTablesRequest: '--F------',
  GetMetricsRequest: 'TTFTFTTTT',
  GetOOMEventRequest: 'TTTTFTTTT',
  GuestDetailsRequest: 'TTTTFTTTT',
  ListInterfacesRequest: 'TTFTFTTTT',
  ListRoutesRequest: 'TTFTFTTTT',
  MemAgentCompactConfig: 'TTF------',
  MemAgentMemcgConfig: 'TTF------',
  MemHotplugByProbeRequest: 'TTFTFTTTT',
  OnlineCPUMemRequest: 'TTTTFTTTT',
  PauseContainerRequest: 'TTFTFTTTT',
  PullImageRequest: 'TT-TFTTTT',
  ReadStreamRequest: 'TTFTFFFFF',
  RemoveContainerRequest: 'TTTTFTTTT',
  RemoveStaleVirtiofsShareMountsRequest: 'TTTTFTTTT',
  ReseedRandomDevRequest: 'TTFTFTTTT',
  ResizeVolumeRequest: '--F------',
  ResumeContainerRequest: 'TTFTFTTTT',
  SetGuestDateTimeRequest: 'TTFTFTTTT',
  SetIPTablesRequest: '--F------',
  SetPolicyRequest: 'TTFTTTFFF',
  SignalProcessRequest: 'TTTTFTTTT',
  StartContainerRequest: 'TTTTFTTTT',
  StartTracingRequest: 'TTFTFTTTT',
  StatsContainerRequest: 'TTTTFTTTT',
  StopTracingRequest: 'TTFTFTTTT',
  TtyWinResizeRequest: 'TTTTFTTTT',
  UpdateContainerRequest: 'TTFTFTTTT',
  UpdateEphemeralMountsRequest: 'TTFTFTTTT',
  UpdateInterfaceRequest: 'TTFTFTTTT',
  UpdateRoutesRequest: 'TTFTFTTTT',
  VolumeStatsRequest: '--F------',
  WaitProcessRequest: 'TTTTFTTTT',
  WriteStreamRequest: 'TTFTFTTTF',
};

/** Request names in table order. */
export const defaultNames: readonly string[] = Object.keys(table);

/** Returns the default of a shipped policy for a request. Returns undefined if the policy doesn't name the request. */
export function getDefaultVerdict(policy: DefaultPolicyId, name: string): DefaultVerdict {
  const row = Object.hasOwn(table, name) ? table[name] : undefined;
  switch (row?.[defaultPolicyIds.indexOf(policy)]) {
    case 'T':
      return true;
    case 'F':
      return false;
    default:
      return undefined;
  }
}

/** Returns all requests that a shipped policy names, with their defaults, in table order. */
export function defaultsOf(policy: DefaultPolicyId): readonly { readonly name: string; readonly allowed: boolean }[] {
  return defaultNames.flatMap((name) => {
    const allowed = getDefaultVerdict(policy, name);
    return allowed === undefined ? [] : [{ name, allowed }];
  });
}

const byId = new Map(defaultPolicies.map((policy) => [policy.id as string, policy]));

/** Returns the shipped policy with this ID. */
export function defaultPolicy(id: string): DefaultPolicy | undefined {
  return byId.get(id);
}
