/** Describes the origin of the policy that a denial names. */

/**
 * Origin of a policy: `annotation`: SetPolicyRequest, which the runtime sends for the annotation; `image`: the default
 * policy in the image; `initdata`: the policy of peer pods in initdata, or a copy of the default policy; `contrast`:
 * the policy in Contrast's initdata; `other`: a file that a setting of the agent names.
 */
export type PolicyOrigin = 'annotation' | 'image' | 'initdata' | 'contrast' | 'other';

/**
 * Returns the origin of a policy by the name under which the agent loaded it. Source: domain/11-newer-releases.md 11.7;
 * kata-containers@4.1.0 src/agent/policy/src/policy.rs, src/agent/src/config.rs; CAA
 * src/cloud-api-adaptor/pkg/userdata/provision.go.
 */
export function getPolicyOrigin(file: string): PolicyOrigin {
  switch (file) {
    case 'agent_policy':
      return 'annotation';
    case '/etc/kata-opa/default-policy.rego':
      return 'image';
    case '/run/peerpod/policy.rego':
      return 'initdata';
    case '/run/measured-cfg/policy.rego':
      return 'contrast';
    default:
      return 'other';
  }
}
