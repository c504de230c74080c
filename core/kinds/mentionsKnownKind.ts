/**
 * Strings that identify supported documents. Every supported document contains at least one of them. They're separate
 * from the kinds, because the editor checks them before other modules are loaded. A test verifies that they cover all
 * kinds.
 */
const mentions: readonly string[] = [
  // API group and annotations of Kata, runtime classes, the NFD label, and the namespace and package of the operator.
  'kata',
  'KataConfig',
  'sandboxed-container',
  'sandbox-container',
  'openshft-sandboxed',
  'CatalogSource',
  'runtimeClassName',
  'PeerPodConfig',
  // ConfigMaps and Secrets, including common misspellings.
  'peer-pod',
  'peerpod',
  // The group of kinds that a CRD in the workspace can define.
  'confidentialcontainers.org',
  'ssh-key-secret',
  // The groups of agent-sandbox.
  'agents.x-k8s.io',
  'podvm-image-cm',
  'osc-feature-gates',
  'layered-image-deploy-cm',
];

/** Returns whether the text might contain a supported document. This quick check avoids parsing all other documents. */
export function mentionsKnownKind(text: string): boolean {
  return mentions.some((mention) => text.includes(mention));
}
