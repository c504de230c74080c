/**
 * The shape of what we know of one request of the kata agent. Sources of the tables: domain/04-agent-policy.md 4.3,
 * 4.4; kata-containers@7c6ba40c src/runtime/virtcontainers/kata_agent.go (when it is called),
 * src/libs/protocols/protos/agent.proto (what is in it), src/agent/src/policy.rs (what is asked of the policy).
 */
import type { DocSection } from '#core/product/docSection.ts';
import { kataUpstream } from '#core/product/sources.ts';
import type { Message } from '#core/text/message.ts';

/** Whether a pod can start without it. */
export type NeededToStart =
  /** No pod starts without it. */
  | 'always'
  /** Only pods in a virtual machine of their node need it; kata-remote never sends it at start. */
  | 'local'
  /** Pods with mounts of files need it: secrets, config maps, the token of the service account, /etc/hosts. */
  | 'mounts'
  /** Sent in the life of nearly every pod; denying it harms later or shows as errors. */
  | 'usually'
  /** The image's own policy must allow it where a policy comes by the annotation; the policy itself need not. */
  | 'annotation'
  /** Only when somebody asks for it. */
  | 'no';

/** How much is given away when it is allowed without a condition. */
export type RiskLevel = 'high' | 'medium' | 'low';

/** What a name that is queried or seen in policies is. */
type EndpointKind =
  /** The agent asks the policy for it. */
  | 'request'
  /** Seen in policies, but no agent asks for it any more. */
  | 'legacy'
  /** Asked once when the policy is loaded, with an empty input. */
  | 'special';

/** One request. */
export interface AgentEndpoint {
  readonly name: string;
  readonly kind: EndpointKind;
  /** What it does, in one sentence. */
  readonly summary: Message;
  /** When it is sent. */
  readonly called: Message;
  readonly start: NeededToStart;
  readonly risk: RiskLevel;
  /** What the host can do when it is allowed without a condition. */
  readonly whenAllowed: Message;
  /** What one sees when it is denied or not there. */
  readonly whenDenied: Message;
  /** Shipped policies that allow everything leave it out: with them it fails with INTERNAL. */
  readonly leftOut?: 'everywhere' | 'on OSC';
  /** The first kata release that reads it as described, where that is known to differ. */
  readonly sinceKata?: string;
  readonly note?: Message;
  readonly section?: DocSection;
  readonly source: string;
}

const flow = kataUpstream('src/runtime/virtcontainers/kata_agent.go');

/** What a row says besides its name, meaning, time of call and consequences. */
type More = Partial<Omit<AgentEndpoint, 'name' | 'summary' | 'called'>> &
  Pick<AgentEndpoint, 'whenAllowed' | 'whenDenied'>;

/** Makes one row: a request that is not needed to start and gives little away, unless more is said. */
export function endpointRow(name: string, summary: Message, called: Message, more: More): AgentEndpoint {
  return { kind: 'request', start: 'no', risk: 'low', source: flow, ...more, name, summary, called };
}
