/**
 * Texts of which every document that may be ours contains one. Kept apart from the kinds, because the editor asks
 * before anything else is loaded. A test proves that no kind mentions anything else.
 */
const mentions: readonly string[] = [
  // Group and annotations of kata, runtime classes, NFD's label; the namespace and package of the operator.
  'kata',
  'KataConfig',
  'sandboxed-container',
  'openshft-sandboxed',
  'runtimeClassName',
  'PeerPodConfig',
  // ConfigMaps and Secrets, with the names that are written in their place.
  'peer-pod',
  'peerpod',
  'ssh-key-secret',
  'podvm-image-cm',
  'osc-feature-gates',
  'layered-image-deploy-cm',
];

/** True when the text may hold something of ours: cheap, so that all other documents cost nothing. */
export function mentionsKnownKind(text: string): boolean {
  return mentions.some((mention) => text.includes(mention));
}
