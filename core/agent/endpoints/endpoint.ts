/**
 * Describes a request to the Kata agent. Sources of the tables: domain/04-agent-policy.md 4.3, 4.4;
 * kata-containers@7c6ba40c src/runtime/virtcontainers/kata_agent.go (when it is called),
 * src/libs/protocols/protos/agent.proto (its contents), src/agent/src/policy.rs (policy queries).
 */
import type { DocSection } from '#core/product/docSection.ts';
import { kataUpstream } from '#core/product/sources.ts';
import type { Message } from '#core/text/message.ts';

/** Describes which pods need the request in order to start. */
export type NeededToStart =
  /** No pod can start without the request. */
  | 'always'
  /** Only pods in a VM on their node require it. kata-remote doesn't send it at startup. */
  | 'local'
  /** Pods with file mounts require it: secrets, config maps, the service account token, /etc/hosts. */
  | 'mounts'
  /** Sent for nearly every pod. Denying it causes problems later or logs errors. */
  | 'usually'
  /**
   * The policy in the image must allow it if the pod's policy comes from the annotation. The pod's policy doesn't have
   * to allow it.
   */
  | 'annotation'
  /** Sent only on demand. */
  | 'no';

/** Risk if a policy allows the request unconditionally. */
export type RiskLevel = 'high' | 'medium' | 'low';

/** Kind of a name that the agent queries or that occurs in policies. */
type EndpointKind =
  /** The agent queries the policy for this name. */
  | 'request'
  /** Occurs in policies, but no current agent queries it. */
  | 'legacy'
  /** Queried once, when the agent loads the policy, with empty input. */
  | 'special';

/** A request to the agent, or another name that has a meaning in a policy. */
export interface AgentEndpoint {
  readonly name: string;
  readonly kind: EndpointKind;
  /** What the request does, in one sentence. */
  readonly summary: Message;
  /** When the request is sent. */
  readonly called: Message;
  readonly start: NeededToStart;
  readonly risk: RiskLevel;
  /** What the host can do if the request is allowed unconditionally. */
  readonly whenAllowed: Message;
  /** Symptoms if the request is denied or undefined. */
  readonly whenDenied: Message;
  /**
   * Where the shipped policies that otherwise allow everything omit the request: in all of them, or only in those of
   * OSC. With such a policy, the request fails with INTERNAL.
   */
  readonly leftOut?: 'everywhere' | 'on OSC';
  /** First Kata release that behaves as described, if earlier ones are known to differ. */
  readonly sinceKata?: string;
  readonly note?: Message;
  readonly section?: DocSection;
  readonly source: string;
}

const flow = kataUpstream('src/runtime/virtcontainers/kata_agent.go');

/** Fields of a row in addition to the name, the summary, and the time of the call. */
type More = Partial<Omit<AgentEndpoint, 'name' | 'summary' | 'called'>> &
  Pick<AgentEndpoint, 'whenAllowed' | 'whenDenied'>;

/** Creates a row. By default, pods can start without the request, and its risk is low. */
export function endpointRow(name: string, summary: Message, called: Message, more: More): AgentEndpoint {
  return { kind: 'request', start: 'no', risk: 'low', source: flow, ...more, name, summary, called };
}
