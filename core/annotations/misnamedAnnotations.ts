/**
 * Lists annotations that no component reads or has ever read, with replacements. Source: domain/03-pod-annotations.md
 * 3.1, 3.2.
 */
import * as l10n from '@vscode/l10n';
import { adaptor112, all, issue, kataUpstream } from '../product/sources.ts';
import { agentPrefix, containerPrefix, hypervisorPrefix, kataPrefix } from './annotation.ts';
import { initDataKey } from './remoteSize.ts';
import type { Message } from '#core/text/message.ts';

/** A misnamed annotation. */
export interface MisnamedAnnotation {
  /** The key, or its start if `prefix` is set. */
  readonly key: string;
  readonly prefix?: boolean;
  /** Replacement: a key, or its start if `prefix` is set. Undefined if there is none. */
  readonly instead?: string;
  readonly why: Message;
  /** True if the name is that of a key in `configuration.toml`. */
  readonly isConfigurationKey?: true;
  readonly source: string;
}

const cloud = adaptor112('src/cloud-api-adaptor/pkg/util/cloud.go');

/** Returns the row of a key of `configuration.toml` that no annotation overrides. */
const configurationKey = (name: string): MisnamedAnnotation => ({
  key: `${agentPrefix}${name}`,
  isConfigurationKey: true,
  why: () => l10n.t`This is a key of configuration.toml, and no annotation overrides it.`,
  source: kataUpstream('src/libs/kata-types/src/config/agent.rs'),
});

/**
 * All known misnamed annotations. Excludes the renamed initdata annotation, which depends on the release (see
 * getInitdataKey()).
 */
export const misnamedAnnotations: readonly MisnamedAnnotation[] = [
  {
    key: 'kata.peerpods.io/instance_type',
    instead: `${hypervisorPrefix}machine_type`,
    why: () => l10n.t`The OSC 1.4 documentation lists this key, but no later release reads it.`,
    source: issue('confidential-containers/cloud-api-adaptor', 70),
  },
  {
    key: 'io.kata-containers.hypervisor.',
    prefix: true,
    instead: hypervisorPrefix,
    why: () => l10n.t`This key uses the Kata 1.x spelling.`,
    source: issue('kata-containers/runtime', 2125),
  },
  {
    key: 'com.github.containers.virtcontainers.',
    prefix: true,
    why: () => l10n.t`This key uses the Kata 1.x spelling.`,
    source: issue('kata-containers/runtime', 2125),
  },
  {
    key: `${hypervisorPrefix}use_vsock`,
    why: () => l10n.t`The Kata documentation lists this annotation, but Kata doesn't read it.`,
    source: kataUpstream('docs/how-to/how-to-set-sandbox-config-kata.md'),
  },
  {
    key: `${containerPrefix}resource.swappiness"`,
    instead: `${containerPrefix}resource.swappiness`,
    why: () => l10n.t`In the Kata documentation, this name has a stray quotation mark.`,
    source: kataUpstream('docs/how-to/how-to-set-sandbox-config-kata.md'),
  },
  {
    key: `${hypervisorPrefix}default_mem`,
    instead: `${hypervisorPrefix}default_memory`,
    why: () => l10n.t`This key is a typo in the cloud-api-adaptor documentation.`,
    source: cloud,
  },
  {
    key: `${hypervisorPrefix}instance_type`,
    instead: `${hypervisorPrefix}machine_type`,
    why: () => l10n.t`In Kata, the annotation for the instance type is named machine_type.`,
    source: all(cloud, 'OSC 1.12 §3.8'),
  },
  {
    key: `${kataPrefix}config.agent_policy`,
    instead: `${agentPrefix}policy`,
    why: () => l10n.t`The policy is an agent setting, so the key ends in agent.policy.`,
    source: 'OSC 1.12 §3.5',
  },
  {
    key: `${agentPrefix}agent_policy`,
    instead: `${agentPrefix}policy`,
    why: () => l10n.t`The annotation key must end in agent.policy, not agent.agent_policy.`,
    source: 'OSC 1.12 §3.5',
  },
  {
    key: 'io.confidentialcontainers.org/initdata',
    instead: initDataKey,
    why: () => l10n.t`Kata reads only its own annotation for initdata.`,
    source: kataUpstream('src/runtime/pkg/oci/utils.go'),
  },
  {
    key: `${hypervisorPrefix}initdata`,
    instead: initDataKey,
    why: () => l10n.t`In Kata, the annotation for initdata is named cc_init_data.`,
    source: kataUpstream('src/runtime/virtcontainers/pkg/annotations/annotations.go'),
  },
  configurationKey('launch_process_timeout'),
  configurationKey('visible_cdi_devices'),
];

/** Returns the known mistake that matches a key. */
export function misnamedAnnotation(key: string): MisnamedAnnotation | undefined {
  return misnamedAnnotations.find((entry) => (entry.prefix === true ? key.startsWith(entry.key) : entry.key === key));
}

/** Returns the key to use instead, if there is one. */
export function insteadOf(key: string): string | undefined {
  const entry = misnamedAnnotation(key);
  if (entry?.instead === undefined) return undefined;
  return entry.prefix === true ? `${entry.instead}${key.slice(entry.key.length)}` : entry.instead;
}
