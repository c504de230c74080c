/** Requests about the guest as a whole, and names that are no requests of today's agents. */
import * as l10n from '@vscode/l10n';
import { customizingAgentPolicy } from '#core/product/docSections.ts';
import { adaptor112, all, document112, kataUpstream } from '#core/product/sources.ts';
import { type AgentEndpoint, endpointRow as row } from './endpoint.ts';

const flow = kataUpstream('src/runtime/virtcontainers/kata_agent.go');
const agentPolicy = kataUpstream('src/agent/policy/src/policy.rs');
const ownPolicy = adaptor112('src/cloud-api-adaptor/podvm-payload/osc-agent-policy.rego');

/** The sandbox and its policy. */
export const sandboxEndpoints: readonly AgentEndpoint[] = [
  row(
    'CreateSandboxRequest',
    () => l10n.t`Sets the guest up: host name, name servers, mounts, kernel modules.`,
    () => l10n.t`Once, before the first container.`,
    {
      start: 'always',
      risk: 'medium',
      whenAllowed: () => l10n.t`The host chooses name servers, mounts and kernel modules of the guest.`,
      whenDenied: () => l10n.t`The pod does not start.`,
    },
  ),
  row(
    'DestroySandboxRequest',
    () => l10n.t`Takes the sandbox down.`,
    () => l10n.t`Once, when the pod ends.`,
    {
      start: 'usually',
      whenAllowed: () => l10n.t`The host can end the pod; it can switch the machine off anyway.`,
      whenDenied: () => l10n.t`The pod ends with errors in the log of the node.`,
    },
  ),
  row(
    'SetPolicyRequest',
    () => l10n.t`Puts another policy in the place of this one.`,
    () => l10n.t`Once at the very start, when the pod has the annotation io.katacontainers.config.agent.policy.`,
    {
      start: 'annotation',
      risk: 'high',
      whenAllowed: () =>
        l10n.t`The host can replace the policy with one that allows everything: all other lines of it protect nothing.`,
      whenDenied: () =>
        l10n.t`A policy in the annotation is refused: the sandbox is not made, "SetPolicyRequest is blocked by policy".`,
      note: () =>
        l10n.t`The agent evaluates the current policy, then replaces it and discards its state. If the new policy can't be parsed, the agent has no policy.`,
      section: customizingAgentPolicy,
      source: all(flow, agentPolicy, ownPolicy, document112('3.5')),
    },
  ),
  row(
    'GuestDetailsRequest',
    () => l10n.t`Returns the guest's memory block size and the agent's capabilities.`,
    () => l10n.t`At start and for diagnosis.`,
    {
      start: 'usually',
      whenAllowed: () => l10n.t`The host learns details of the guest.`,
      whenDenied: () => l10n.t`Plugging memory in does not work, and the log has errors.`,
    },
  ),
  row(
    'GetOOMEventRequest',
    () => l10n.t`Waits for word that the guest ran out of memory.`,
    () => l10n.t`All the time, as a request that stays open.`,
    {
      start: 'usually',
      whenAllowed: () => l10n.t`The host learns when containers run out of memory.`,
      whenDenied: () => l10n.t`OOMKilled is not shown as the reason of an end, and the log has errors.`,
    },
  ),
  row(
    'GetMetricsRequest',
    () => l10n.t`Gives figures of the guest and of the agent.`,
    () => l10n.t`By kata-monitor.`,
    {
      whenAllowed: () => l10n.t`The host sees figures of the guest.`,
      whenDenied: () => l10n.t`kata-monitor shows no figures of the guest.`,
    },
  ),
  row(
    'GetDiagnosticDataRequest',
    () => l10n.t`Gives logs of the guest or of a container for diagnosis.`,
    () => l10n.t`When an operator asks for it.`,
    {
      risk: 'medium',
      leftOut: 'on OSC',
      whenAllowed: () => l10n.t`The host reads logs of the guest.`,
      whenDenied: () => l10n.t`Diagnostic data cannot be fetched.`,
    },
  ),
];

/** Network. */
export const networkEndpoints: readonly AgentEndpoint[] = [
  row(
    'UpdateInterfaceRequest',
    () => l10n.t`Sets a network interface: addresses, name, MTU.`,
    () => l10n.t`Before CreateSandboxRequest, on pods in a virtual machine of their node only.`,
    {
      start: 'local',
      risk: 'medium',
      whenAllowed: () => l10n.t`The host sets up the network of the guest.`,
      whenDenied: () => l10n.t`With kata and kata-cc the pod does not start; kata-remote does not send it.`,
    },
  ),
  row(
    'UpdateRoutesRequest',
    () => l10n.t`Sets the routes.`,
    () => l10n.t`Before CreateSandboxRequest, on pods in a virtual machine of their node only.`,
    {
      start: 'local',
      risk: 'medium',
      whenAllowed: () => l10n.t`The host sets up the routes of the guest.`,
      whenDenied: () => l10n.t`With kata and kata-cc the pod does not start; kata-remote does not send it.`,
    },
  ),
  row(
    'AddARPNeighborsRequest',
    () => l10n.t`Adds entries to the ARP table.`,
    () =>
      l10n.t`Before CreateSandboxRequest, on pods in a virtual machine of their node, where the network has such entries.`,
    {
      whenAllowed: () => l10n.t`The host can say which hardware address belongs to an IP address.`,
      whenDenied: () => l10n.t`With kata and kata-cc, pods of networks with fixed ARP entries do not start.`,
    },
  ),
  row(
    'ListInterfacesRequest',
    () => l10n.t`Lists the network interfaces.`,
    () => l10n.t`For diagnosis.`,
    {
      whenAllowed: () => l10n.t`The host sees the interfaces.`,
      whenDenied: () => l10n.t`They cannot be listed.`,
    },
  ),
  row(
    'ListRoutesRequest',
    () => l10n.t`Lists the routes.`,
    () => l10n.t`For diagnosis.`,
    {
      whenAllowed: () => l10n.t`The host sees the routes.`,
      whenDenied: () => l10n.t`They cannot be listed.`,
    },
  ),
  row(
    'GetIPTablesRequest',
    () => l10n.t`Reads the packet filter of the guest.`,
    () => l10n.t`When an operator asks for it.`,
    {
      leftOut: 'everywhere',
      whenAllowed: () => l10n.t`The host reads the packet filter.`,
      whenDenied: () => l10n.t`It cannot be read.`,
    },
  ),
  row(
    'SetIPTablesRequest',
    () => l10n.t`Replaces the packet filter of the guest.`,
    () => l10n.t`When an operator asks for it.`,
    {
      risk: 'high',
      leftOut: 'everywhere',
      whenAllowed: () => l10n.t`The host can redirect traffic of containers, and open ports.`,
      whenDenied: () => l10n.t`It cannot be set from outside.`,
    },
  ),
];

/** Processors, memory, clock and random numbers of the machine. */
export const machineEndpoints: readonly AgentEndpoint[] = [
  row(
    'OnlineCPUMemRequest',
    () => l10n.t`Takes processors and memory that were plugged in into use.`,
    () => l10n.t`When containers with limits start in a virtual machine of the node, and on resizing.`,
    {
      start: 'usually',
      whenAllowed: () => l10n.t`What was plugged in is used.`,
      whenDenied: () =>
        l10n.t`With kata and kata-cc, limits above the VM size have no effect, or the container doesn't start.`,
    },
  ),
  row(
    'MemHotplugByProbeRequest',
    () => l10n.t`Tells the guest where memory was plugged in.`,
    () => l10n.t`On machines that do not notice by themselves.`,
    {
      risk: 'medium',
      whenAllowed: () => l10n.t`The host can have the guest use memory at addresses of its choice.`,
      whenDenied: () => l10n.t`Memory that is plugged in stays unused on such machines.`,
    },
  ),
  row(
    'SetGuestDateTimeRequest',
    () => l10n.t`Sets the clock of the guest.`,
    () => l10n.t`Now and then by the runtime.`,
    {
      risk: 'medium',
      whenAllowed: () => l10n.t`The host can turn the clock, and make expired certificates count again.`,
      whenDenied: () => l10n.t`The clock may drift.`,
    },
  ),
  row(
    'ReseedRandomDevRequest',
    () => l10n.t`Adds to the randomness of the guest.`,
    () => l10n.t`At start, and after a machine was cloned.`,
    {
      risk: 'medium',
      whenAllowed: () => l10n.t`The host feeds the random numbers of the guest.`,
      whenDenied: () => l10n.t`The guest relies on its own randomness.`,
    },
  ),
  row(
    'AddSwapRequest',
    () => l10n.t`Takes a disk as swap, by its PCI path.`,
    () => l10n.t`With kata, where swap for the guest is switched on.`,
    {
      risk: 'medium',
      whenAllowed: () => l10n.t`Memory of the guest can be written to a disk that the host reads.`,
      whenDenied: () => l10n.t`The guest does not swap.`,
    },
  ),
  row(
    'AddSwapPathRequest',
    () => l10n.t`Takes a disk as swap, by its path.`,
    () => l10n.t`With kata, where swap for the guest is switched on.`,
    {
      risk: 'medium',
      leftOut: 'everywhere',
      whenAllowed: () => l10n.t`Memory of the guest can be written to a disk that the host reads.`,
      whenDenied: () => l10n.t`The guest does not swap.`,
    },
  ),
  row(
    'MemAgentMemcgConfig',
    () => l10n.t`Sets how the memory agent of the guest gives memory back.`,
    () => l10n.t`When an operator asks for it.`,
    {
      leftOut: 'on OSC',
      whenAllowed: () => l10n.t`The host can make the guest slow.`,
      whenDenied: () => l10n.t`It cannot be set from outside.`,
    },
  ),
  row(
    'MemAgentCompactConfig',
    () => l10n.t`Sets how the memory agent of the guest packs memory.`,
    () => l10n.t`When an operator asks for it.`,
    {
      leftOut: 'on OSC',
      whenAllowed: () => l10n.t`The host can make the guest slow.`,
      whenDenied: () => l10n.t`It cannot be set from outside.`,
    },
  ),
];

const never = () => l10n.t({ message: 'Never.', args: [], comment: ['When a request is sent.'] });
const notAsked = {
  whenAllowed: () => l10n.t`Nothing: no agent asks for it.`,
  whenDenied: () => l10n.t`Nothing: no agent asks for it.`,
  kind: 'legacy',
  source: agentPolicy,
} as const;

/** Names that are seen in policies and are no requests of the agents that we know. */
export const otherEndpoints: readonly AgentEndpoint[] = [
  row(
    'PullImageRequest',
    () => l10n.t`Once pulled an image in the guest; CreateContainerRequest does it now.`,
    never,
    notAsked,
  ),
  row('StartTracingRequest', () => l10n.t`Once switched traces of the agent on.`, never, notAsked),
  row('StopTracingRequest', () => l10n.t`Once switched traces of the agent off.`, never, notAsked),
  row(
    'AllowRequestsFailingPolicy',
    () => l10n.t`Allows every request, regardless of the policy.`,
    () => l10n.t`Asked once when the policy is loaded, with an empty input.`,
    {
      kind: 'special',
      risk: 'high',
      whenAllowed: () => l10n.t`The policy provides no protection. Requests that it denies or omits are allowed.`,
      whenDenied: () => l10n.t`The policy counts. This is what it should be.`,
      note: () => l10n.t`For debugging only.`,
      source: all(agentPolicy, kataUpstream('src/tools/genpolicy/rules.rego')),
    },
  ),
];
