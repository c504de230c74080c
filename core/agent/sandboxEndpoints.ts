/** Requests about the guest as a whole, and names that are no requests of today's agents. */
import { customizingAgentPolicy } from '../docSections.ts';
import { adaptor112, all, document112, kataUpstream } from '../sources.ts';
import { type AgentEndpoint, endpointRow as row } from './endpoint.ts';

const flow = kataUpstream('src/runtime/virtcontainers/kata_agent.go');
const agentPolicy = kataUpstream('src/agent/policy/src/policy.rs');
const ownPolicy = adaptor112('src/cloud-api-adaptor/podvm-payload/osc-agent-policy.rego');

/** The sandbox and its policy. */
export const sandboxEndpoints: readonly AgentEndpoint[] = [
  row('CreateSandboxRequest', 'Sets the guest up: host name, name servers, mounts, kernel modules.', 'Once, before the first container.', {
    start: 'always',
    risk: 'medium',
    whenAllowed: 'The host chooses name servers, mounts and kernel modules of the guest.',
    whenDenied: 'The pod does not start.',
  }),
  row('DestroySandboxRequest', 'Takes the sandbox down.', 'Once, when the pod ends.', {
    start: 'usually',
    whenAllowed: 'The host can end the pod; it can switch the machine off anyway.',
    whenDenied: 'The pod ends with errors in the log of the node.',
  }),
  row(
    'SetPolicyRequest',
    'Puts another policy in the place of this one.',
    'Once at the very start, when the pod has the annotation io.katacontainers.config.agent.policy.',
    {
      start: 'annotation',
      risk: 'high',
      whenAllowed: 'The host can replace the policy with one that allows everything: all other lines of it protect nothing.',
      whenDenied: 'A policy in the annotation is refused: the sandbox is not made, "SetPolicyRequest is blocked by policy".',
      note: 'The policy that is in force is asked, then it is replaced and what it remembered is gone. A policy that cannot be parsed leaves the agent with none.',
      section: customizingAgentPolicy,
      source: all(flow, agentPolicy, ownPolicy, document112('3.5')),
    },
  ),
  row('GuestDetailsRequest', 'Asks for memory block size and what the agent can do.', 'At start and for diagnosis.', {
    start: 'usually',
    whenAllowed: 'The host learns details of the guest.',
    whenDenied: 'Plugging memory in does not work, and the log has errors.',
  }),
  row('GetOOMEventRequest', 'Waits for word that the guest ran out of memory.', 'All the time, as a request that stays open.', {
    start: 'usually',
    whenAllowed: 'The host learns when containers run out of memory.',
    whenDenied: 'OOMKilled is not shown as the reason of an end, and the log has errors.',
  }),
  row('GetMetricsRequest', 'Gives figures of the guest and of the agent.', 'By kata-monitor.', {
    whenAllowed: 'The host sees figures of the guest.',
    whenDenied: 'kata-monitor shows no figures of the guest.',
  }),
  row('GetDiagnosticDataRequest', 'Gives logs of the guest or of a container for diagnosis.', 'When an operator asks for it.', {
    risk: 'medium',
    leftOut: 'on OSC',
    whenAllowed: 'The host reads logs of the guest.',
    whenDenied: 'Diagnostic data cannot be fetched.',
  }),
];

/** Network. */
export const networkEndpoints: readonly AgentEndpoint[] = [
  row(
    'UpdateInterfaceRequest',
    'Sets a network interface: addresses, name, MTU.',
    'Before CreateSandboxRequest, on pods in a virtual machine of their node only.',
    {
      start: 'local',
      risk: 'medium',
      whenAllowed: 'The host sets up the network of the guest.',
      whenDenied: 'With kata and kata-cc the pod does not start; kata-remote does not send it.',
    },
  ),
  row('UpdateRoutesRequest', 'Sets the routes.', 'Before CreateSandboxRequest, on pods in a virtual machine of their node only.', {
    start: 'local',
    risk: 'medium',
    whenAllowed: 'The host sets up the routes of the guest.',
    whenDenied: 'With kata and kata-cc the pod does not start; kata-remote does not send it.',
  }),
  row(
    'AddARPNeighborsRequest',
    'Adds entries to the ARP table.',
    'Before CreateSandboxRequest, on pods in a virtual machine of their node, where the network has such entries.',
    {
      whenAllowed: 'The host can say which hardware address belongs to an IP address.',
      whenDenied: 'With kata and kata-cc, pods of networks with fixed ARP entries do not start.',
    },
  ),
  row('ListInterfacesRequest', 'Lists the network interfaces.', 'For diagnosis.', {
    whenAllowed: 'The host sees the interfaces.',
    whenDenied: 'They cannot be listed.',
  }),
  row('ListRoutesRequest', 'Lists the routes.', 'For diagnosis.', {
    whenAllowed: 'The host sees the routes.',
    whenDenied: 'They cannot be listed.',
  }),
  row('GetIPTablesRequest', 'Reads the packet filter of the guest.', 'When an operator asks for it.', {
    leftOut: 'everywhere',
    whenAllowed: 'The host reads the packet filter.',
    whenDenied: 'It cannot be read.',
  }),
  row('SetIPTablesRequest', 'Replaces the packet filter of the guest.', 'When an operator asks for it.', {
    risk: 'high',
    leftOut: 'everywhere',
    whenAllowed: 'The host can redirect traffic of containers, and open ports.',
    whenDenied: 'It cannot be set from outside.',
  }),
];

/** Processors, memory, clock and random numbers of the machine. */
export const machineEndpoints: readonly AgentEndpoint[] = [
  row(
    'OnlineCPUMemRequest',
    'Takes processors and memory that were plugged in into use.',
    'When containers with limits start in a virtual machine of the node, and on resizing.',
    {
      start: 'usually',
      whenAllowed: 'What was plugged in is used.',
      whenDenied: 'With kata and kata-cc, limits above the size of the machine do not take effect, or the container does not start.',
    },
  ),
  row('MemHotplugByProbeRequest', 'Tells the guest where memory was plugged in.', 'On machines that do not notice by themselves.', {
    risk: 'medium',
    whenAllowed: 'The host can have the guest use memory at addresses of its choice.',
    whenDenied: 'Memory that is plugged in stays unused on such machines.',
  }),
  row('SetGuestDateTimeRequest', 'Sets the clock of the guest.', 'Now and then by the runtime.', {
    risk: 'medium',
    whenAllowed: 'The host can turn the clock, and make expired certificates count again.',
    whenDenied: 'The clock may drift.',
  }),
  row('ReseedRandomDevRequest', 'Adds to the randomness of the guest.', 'At start, and after a machine was cloned.', {
    risk: 'medium',
    whenAllowed: 'The host feeds the random numbers of the guest.',
    whenDenied: 'The guest relies on its own randomness.',
  }),
  row('AddSwapRequest', 'Takes a disk as swap, by its PCI path.', 'With kata, where swap for the guest is switched on.', {
    risk: 'medium',
    whenAllowed: 'Memory of the guest can be written to a disk that the host reads.',
    whenDenied: 'The guest does not swap.',
  }),
  row('AddSwapPathRequest', 'Takes a disk as swap, by its path.', 'With kata, where swap for the guest is switched on.', {
    risk: 'medium',
    leftOut: 'everywhere',
    whenAllowed: 'Memory of the guest can be written to a disk that the host reads.',
    whenDenied: 'The guest does not swap.',
  }),
  row('MemAgentMemcgConfig', 'Sets how the memory agent of the guest gives memory back.', 'When an operator asks for it.', {
    leftOut: 'on OSC',
    whenAllowed: 'The host can make the guest slow.',
    whenDenied: 'It cannot be set from outside.',
  }),
  row('MemAgentCompactConfig', 'Sets how the memory agent of the guest packs memory.', 'When an operator asks for it.', {
    leftOut: 'on OSC',
    whenAllowed: 'The host can make the guest slow.',
    whenDenied: 'It cannot be set from outside.',
  }),
];

const notAsked = { whenAllowed: 'Nothing: no agent asks for it.', whenDenied: 'Nothing: no agent asks for it.', kind: 'legacy', source: agentPolicy } as const;

/** Names that are seen in policies and are no requests of the agents that we know. */
export const otherEndpoints: readonly AgentEndpoint[] = [
  row('PullImageRequest', 'Once pulled an image in the guest; CreateContainerRequest does it now.', 'Never.', notAsked),
  row('StartTracingRequest', 'Once switched traces of the agent on.', 'Never.', notAsked),
  row('StopTracingRequest', 'Once switched traces of the agent off.', 'Never.', notAsked),
  row(
    'AllowRequestsFailingPolicy',
    'Lets every request through, whatever the policy says of it.',
    'Asked once when the policy is loaded, with an empty input.',
    {
      kind: 'special',
      risk: 'high',
      whenAllowed: 'The policy protects nothing: what it denies and what it leaves out is allowed.',
      whenDenied: 'The policy counts. This is what it should be.',
      note: 'For debugging only.',
      source: all(agentPolicy, kataUpstream('src/tools/genpolicy/rules.rego')),
    },
  ),
];
