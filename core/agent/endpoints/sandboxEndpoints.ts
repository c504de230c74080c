/** Agent requests for the entire guest, and names that current agents don't query. */
import * as l10n from '@vscode/l10n';
import { customizingAgentPolicy } from '#core/product/docSections.ts';
import { adaptor112, all, document112, kataUpstream } from '#core/product/sources.ts';
import { type AgentEndpoint, endpointRow as row } from './endpoint.ts';

const flow = kataUpstream('src/runtime/virtcontainers/kata_agent.go');
const agentPolicy = kataUpstream('src/agent/policy/src/policy.rs');
const ownPolicy = adaptor112('src/cloud-api-adaptor/podvm-payload/osc-agent-policy.rego');

/** Requests for the sandbox and its policy. */
export const sandboxEndpoints: readonly AgentEndpoint[] = [
  row(
    'CreateSandboxRequest',
    () => l10n.t`Sets up the guest: host name, name servers, mounts, and kernel modules.`,
    () => l10n.t`Once, before the first container.`,
    {
      start: 'always',
      risk: 'medium',
      whenAllowed: () => l10n.t`The host selects the name servers, mounts, and kernel modules for the guest.`,
      whenDenied: () => l10n.t`The pod doesn't start.`,
    },
  ),
  row(
    'DestroySandboxRequest',
    () => l10n.t`Shuts down the sandbox.`,
    () => l10n.t`Once, when the pod terminates.`,
    {
      start: 'usually',
      whenAllowed: () => l10n.t`No additional risk: the host can already turn off the whole VM.`,
      whenDenied: () => l10n.t`The pod terminates, but the node log contains errors.`,
    },
  ),
  row(
    'SetPolicyRequest',
    () => l10n.t`Replaces this policy with a different policy.`,
    () => l10n.t`Once at startup, if the pod has the annotation io.katacontainers.config.agent.policy.`,
    {
      start: 'annotation',
      risk: 'high',
      whenAllowed: () =>
        l10n.t`The host can replace the policy with one that allows everything, so no other rule in the policy provides protection.`,
      whenDenied: () =>
        l10n.t`If the pod has a policy annotation, the sandbox isn't created ("SetPolicyRequest is blocked by policy").`,
      note: () =>
        l10n.t`The agent evaluates the current policy, then replaces it and discards its state. If the new policy can't be parsed, the agent has no policy.`,
      section: customizingAgentPolicy,
      source: all(flow, agentPolicy, ownPolicy, document112('3.5')),
    },
  ),
  row(
    'GuestDetailsRequest',
    () => l10n.t`Returns the guest's memory block size and the agent's capabilities.`,
    () => l10n.t`At startup and for diagnostics.`,
    {
      start: 'usually',
      whenAllowed: () => l10n.t`The host can read the data that this request returns.`,
      whenDenied: () => l10n.t`Memory hotplug doesn't work, and the node log contains errors.`,
    },
  ),
  row(
    'GetOOMEventRequest',
    () => l10n.t`Waits for a notification that the guest ran out of memory.`,
    () => l10n.t`Continuously. One request always stays open.`,
    {
      start: 'usually',
      whenAllowed: () => l10n.t`The host can read the data that this request returns.`,
      whenDenied: () => l10n.t`OOMKilled isn't shown as the termination reason, and the node log contains errors.`,
    },
  ),
  row(
    'GetMetricsRequest',
    () => l10n.t`Returns guest and agent metrics.`,
    () => l10n.t`By kata-monitor.`,
    {
      whenAllowed: () => l10n.t`The host can read the data that this request returns.`,
      whenDenied: () => l10n.t`kata-monitor reports no guest metrics.`,
    },
  ),
  row(
    'GetDiagnosticDataRequest',
    () => l10n.t`Returns guest or container logs for diagnostics.`,
    () => l10n.t`Only on request by an administrator.`,
    {
      risk: 'medium',
      leftOut: 'on OSC',
      whenAllowed: () => l10n.t`The host can read guest logs.`,
      whenDenied: () => l10n.t`The data that this request returns isn't available.`,
    },
  ),
];

/** Requests for the network. */
export const networkEndpoints: readonly AgentEndpoint[] = [
  row(
    'UpdateInterfaceRequest',
    () => l10n.t`Configures a network interface: addresses, name, and MTU.`,
    () => l10n.t`Before CreateSandboxRequest, only for pods whose VM runs on their node.`,
    {
      start: 'local',
      risk: 'medium',
      whenAllowed: () => l10n.t`The host can send this request at any time.`,
      whenDenied: () => l10n.t`With kata and kata-cc, the pod doesn't start. kata-remote doesn't send this request.`,
    },
  ),
  row(
    'UpdateRoutesRequest',
    () => l10n.t`Configures the network routes.`,
    () => l10n.t`Before CreateSandboxRequest, only for pods whose VM runs on their node.`,
    {
      start: 'local',
      risk: 'medium',
      whenAllowed: () => l10n.t`The host can send this request at any time.`,
      whenDenied: () => l10n.t`With kata and kata-cc, the pod doesn't start. kata-remote doesn't send this request.`,
    },
  ),
  row(
    'AddARPNeighborsRequest',
    () => l10n.t`Adds entries to the ARP table.`,
    () =>
      l10n.t`Before CreateSandboxRequest, for pods whose VM runs on their node, if the network has static ARP entries.`,
    {
      whenAllowed: () => l10n.t`The host can assign hardware addresses to IP addresses.`,
      whenDenied: () => l10n.t`With kata and kata-cc, pods in networks with static ARP entries don't start.`,
    },
  ),
  row(
    'ListInterfacesRequest',
    () => l10n.t`Lists the network interfaces.`,
    () => l10n.t`For diagnostics.`,
    {
      whenAllowed: () => l10n.t`The host can read the data that this request returns.`,
      whenDenied: () => l10n.t`The data that this request returns isn't available.`,
    },
  ),
  row(
    'ListRoutesRequest',
    () => l10n.t`Lists the network routes.`,
    () => l10n.t`For diagnostics.`,
    {
      whenAllowed: () => l10n.t`The host can read the data that this request returns.`,
      whenDenied: () => l10n.t`The data that this request returns isn't available.`,
    },
  ),
  row(
    'GetIPTablesRequest',
    () => l10n.t`Reads the guest's packet filter rules.`,
    () => l10n.t`Only on request by an administrator.`,
    {
      leftOut: 'everywhere',
      whenAllowed: () => l10n.t`The host can read the data that this request returns.`,
      whenDenied: () => l10n.t`The data that this request returns isn't available.`,
    },
  ),
  row(
    'SetIPTablesRequest',
    () => l10n.t`Replaces the guest's packet filter rules.`,
    () => l10n.t`Only on request by an administrator.`,
    {
      risk: 'high',
      leftOut: 'everywhere',
      whenAllowed: () => l10n.t`The host can redirect container traffic and open ports.`,
      whenDenied: () => l10n.t`Only this request fails.`,
    },
  ),
];

/** Requests for the CPUs, memory, clock, and random numbers of the VM. */
export const machineEndpoints: readonly AgentEndpoint[] = [
  row(
    'OnlineCPUMemRequest',
    () => l10n.t`Brings hot-plugged CPUs and memory online.`,
    () => l10n.t`When containers with limits start in a VM on the node, and when resources are resized.`,
    {
      start: 'usually',
      whenAllowed: () => l10n.t`The host can send this request at any time.`,
      whenDenied: () =>
        l10n.t`With kata and kata-cc, limits above the VM size have no effect, or the container doesn't start.`,
    },
  ),
  row(
    'MemHotplugByProbeRequest',
    () => l10n.t`Informs the guest where memory was hot-plugged.`,
    () => l10n.t`On VM types that don't detect hot-plugged memory automatically.`,
    {
      risk: 'medium',
      whenAllowed: () => l10n.t`The host can make the guest use memory at any address.`,
      whenDenied: () => l10n.t`VMs that don't detect hot-plugged memory automatically can't use it.`,
    },
  ),
  row(
    'SetGuestDateTimeRequest',
    () => l10n.t`Sets the guest clock.`,
    () => l10n.t`Occasionally, by the runtime.`,
    {
      risk: 'medium',
      whenAllowed: () => l10n.t`The host can change the guest clock and make expired certificates valid again.`,
      whenDenied: () => l10n.t`The guest clock might drift.`,
    },
  ),
  row(
    'ReseedRandomDevRequest',
    () => l10n.t`Adds entropy to the guest's random number generator.`,
    () => l10n.t`At startup, and after a VM is cloned.`,
    {
      risk: 'medium',
      whenAllowed: () => l10n.t`The host supplies entropy for the guest's random numbers.`,
      whenDenied: () => l10n.t`The guest uses only its own entropy.`,
    },
  ),
  row(
    'AddSwapRequest',
    () => l10n.t`Uses a disk as swap.`,
    () => l10n.t`With the kata runtime class, if guest swap is enabled.`,
    {
      risk: 'medium',
      whenAllowed: () => l10n.t`Guest memory can be written to a disk that the host can read.`,
      whenDenied: () => l10n.t`The guest doesn't swap.`,
    },
  ),
  row(
    'AddSwapPathRequest',
    () => l10n.t`Uses a disk as swap.`,
    () => l10n.t`With the kata runtime class, if guest swap is enabled.`,
    {
      risk: 'medium',
      leftOut: 'everywhere',
      whenAllowed: () => l10n.t`Guest memory can be written to a disk that the host can read.`,
      whenDenied: () => l10n.t`The guest doesn't swap.`,
    },
  ),
  row(
    'MemAgentMemcgConfig',
    () => l10n.t`Configures the memory agent in the guest.`,
    () => l10n.t`Only on request by an administrator.`,
    {
      leftOut: 'on OSC',
      whenAllowed: () => l10n.t`The host can slow down the guest.`,
      whenDenied: () => l10n.t`Only this request fails.`,
    },
  ),
  row(
    'MemAgentCompactConfig',
    () => l10n.t`Configures the memory agent in the guest.`,
    () => l10n.t`Only on request by an administrator.`,
    {
      leftOut: 'on OSC',
      whenAllowed: () => l10n.t`The host can slow down the guest.`,
      whenDenied: () => l10n.t`Only this request fails.`,
    },
  ),
];

const never = () =>
  l10n.t({ message: 'Never.', args: [], comment: ['The answer to when a request is sent to the Kata agent: never.'] });
const notAsked = {
  whenAllowed: () => l10n.t`No effect: no known agent supports this request.`,
  whenDenied: () => l10n.t`No effect: no known agent supports this request.`,
  kind: 'legacy',
  source: agentPolicy,
} as const;

/** Names that occur in policies but aren't requests of any known agent. */
export const otherEndpoints: readonly AgentEndpoint[] = [
  row(
    'PullImageRequest',
    () => l10n.t`Obsolete. Pulled an image in the guest. CreateContainerRequest now does this.`,
    never,
    notAsked,
  ),
  row('StartTracingRequest', () => l10n.t`Obsolete. Controlled tracing in the agent.`, never, notAsked),
  row('StopTracingRequest', () => l10n.t`Obsolete. Controlled tracing in the agent.`, never, notAsked),
  row(
    'AllowRequestsFailingPolicy',
    () => l10n.t`Allows every request, regardless of the policy.`,
    () => l10n.t`Evaluated once when the agent loads the policy, with empty input.`,
    {
      kind: 'special',
      risk: 'high',
      whenAllowed: () =>
        l10n.t`The policy provides no protection. Requests that it denies or doesn't cover are allowed.`,
      whenDenied: () => l10n.t`The policy is enforced.`,
      note: () => l10n.t`Use this rule only for debugging.`,
      source: all(agentPolicy, kataUpstream('src/tools/genpolicy/rules.rego')),
    },
  ),
];
