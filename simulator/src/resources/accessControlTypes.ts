/** Defines the resource types of roles, role bindings, certificate requests, and reviews of permissions and tokens. */
import { getList, getNumber, getString } from '../store/kubeObject.ts';
import type { KubeObject } from '../store/kubeObject.ts';
import { humanDuration } from '#core/text/humanDuration.ts';
import type { ColumnData, ResourceData } from './defineResource.ts';
import { ageColumn, createdAtColumn } from './defineResource.ts';
import { bindingStrategy } from './resourceStrategies.ts';

const role: ColumnData = {
  name: 'Role',
  path: (object) => `${getString(object, 'roleRef', 'kind') ?? ''}/${getString(object, 'roleRef', 'name') ?? ''}`,
};

const subjects: readonly ColumnData[] = [
  { name: 'Users', kind: 'User' },
  { name: 'Groups', kind: 'Group' },
  { name: 'ServiceAccounts', kind: 'ServiceAccount' },
].map(({ name, kind }) => ({ name, path: (object) => subjectsOf(object, kind), wide: true }));

function subjectsOf(object: KubeObject, kind: string): string {
  const named = (subject: unknown): string =>
    (kind === 'ServiceAccount' ? `${getString(subject, 'namespace') ?? ''}/` : '') + (getString(subject, 'name') ?? '');
  return getList(object, 'subjects')
    .filter((subject) => getString(subject, 'kind') === kind)
    .map(named)
    .join(', ');
}

/** Resource types of `rbac.authorization.k8s.io/v1`. */
export const accessControlTypes: readonly ResourceData[] = [
  { kind: 'ClusterRole', namespaced: false, columns: [createdAtColumn] },
  {
    kind: 'ClusterRoleBinding',
    namespaced: false,
    strategy: bindingStrategy,
    columns: [role, ageColumn, ...subjects],
  },
  { kind: 'Role', columns: [createdAtColumn] },
  { kind: 'RoleBinding', strategy: bindingStrategy, columns: [role, ageColumn, ...subjects] },
];

/** Types of reviews, by API version. The API responds to such an object instead of storing it. */
export const reviewTypes: Readonly<Record<string, readonly ResourceData[]>> = {
  'authorization.k8s.io/v1': [
    { kind: 'SelfSubjectAccessReview', namespaced: false, verbs: ['create'] },
    { kind: 'SelfSubjectRulesReview', namespaced: false, verbs: ['create'] },
    { kind: 'SubjectAccessReview', namespaced: false, verbs: ['create'] },
    { kind: 'LocalSubjectAccessReview', verbs: ['create'] },
  ],
  'authentication.k8s.io/v1': [
    { kind: 'SelfSubjectReview', namespaced: false, verbs: ['create'] },
    { kind: 'TokenReview', namespaced: false, verbs: ['create'] },
  ],
};

/**
 * Returns the state of a request as kubectl prints it. Source: kubernetes/kubernetes
 * pkg/printers/internalversion/printers.go (extractCSRStatus).
 */
function signingState(request: KubeObject): string {
  const types = getList(request, 'status', 'conditions').map((each) => getString(each, 'type'));
  const decision = types.includes('Denied') ? 'Denied' : types.includes('Approved') ? 'Approved' : 'Pending';
  const isIssued = (getString(request, 'status', 'certificate') ?? '') !== '';
  return `${decision}${types.includes('Failed') ? ',Failed' : ''}${isIssued ? ',Issued' : ''}`;
}

/** Resource types of `certificates.k8s.io/v1`. */
export const certificateTypes: readonly ResourceData[] = [
  {
    kind: 'CertificateSigningRequest',
    namespaced: false,
    shortNames: ['csr'],
    status: true,
    fields: { 'spec.signerName': (request) => getString(request, 'spec', 'signerName') ?? '' },
    columns: [
      ageColumn,
      { name: 'SignerName', path: '.spec.signerName' },
      { name: 'Requestor', path: '.spec.username' },
      {
        name: 'RequestedDuration',
        path: (request) => {
          const seconds = getNumber(request, 'spec', 'expirationSeconds');
          return seconds === undefined ? '<none>' : humanDuration(seconds * 1000);
        },
      },
      { name: 'Condition', path: signingState },
    ],
  },
];
