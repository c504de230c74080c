/** Types that are asked and answered at once: who am I, what may I, is this token good. */
import type { ApiError } from '#simulator/store/apiError.ts';
import { badRequest, invalid, notFound } from '#simulator/store/apiError.ts';
import { timestamp } from '#simulator/time/clock.ts';
import type { JsonObject } from '#simulator/store/kubeObject.ts';
import { isJsonObject, listAt, mapAt, numberAt, stringAt, valueAt } from '#simulator/store/kubeObject.ts';
import type { UserInfo } from '#simulator/store/resourceType.ts';
import type { Answer } from '../http/apiResponse.ts';
import { failure, json } from '../http/apiResponse.ts';
import type { Attributes, Authorizer } from '../auth/authorization.ts';
import { rulesStatus } from '../auth/authorization.ts';
import { readObject } from '../http/body.ts';
import type { Cluster } from './apiServerState.ts';
import { mediaType } from '../http/mediaTypes.ts';
import type { ResourceRequest } from '../http/request.ts';

const reviewed = new Set([
  'selfsubjectaccessreviews',
  'subjectaccessreviews',
  'localsubjectaccessreviews',
  'selfsubjectrulesreviews',
  'selfsubjectreviews',
  'tokenreviews',
]);

export function isReview({ resource }: ResourceRequest): boolean {
  return reviewed.has(resource.plural) && (resource.group === 'authorization.k8s.io' || resource.group === 'authentication.k8s.io');
}

export function answerReview(cluster: Cluster, authorizer: Authorizer, request: ResourceRequest): Answer {
  const body = readObject(request.body, mediaType(request.headers['content-type']));
  if (!body.ok) return failure(body.error);
  const { resource, user } = request;
  const { apiVersion: _version, kind: _kind, ...content } = body.value;
  const spec = mapAt(content, 'spec');
  const answer = (status: JsonObject): Answer =>
    json(
      {
        kind: resource.kind,
        apiVersion: `${resource.group}/${request.version}`,
        metadata: { creationTimestamp: null, ...mapAt(content, 'metadata') },
        ...(content['spec'] === undefined ? {} : { spec }),
        status,
      },
      201,
    );
  if (resource.plural === 'selfsubjectreviews') return answer({ userInfo: infoOf(user) });
  if (resource.plural === 'selfsubjectrulesreviews') return answer(rulesStatus(authorizer.rulesOf(user, stringAt(spec, 'namespace') ?? '')));
  if (resource.plural === 'tokenreviews') {
    const found = cluster.tokens.find(stringAt(spec, 'token') ?? '', cluster.store.clock.now());
    return answer(found === undefined ? { user: {}, error: 'invalid bearer token' } : { authenticated: true, user: infoOf(found) });
  }
  const attributes = attributesOfSpec(spec);
  if (attributes === undefined)
    return failure(
      invalid(resource, '', [
        {
          reason: 'FieldValueInvalid',
          message: 'Invalid value: exactly one of nonResourceAttributes or resourceAttributes must be specified',
          field: 'spec.resourceAttributes',
        },
      ]),
    );
  const subject =
    resource.plural === 'selfsubjectaccessreviews'
      ? user
      : { name: stringAt(spec, 'user') ?? '', groups: listAt(spec, 'groups').filter((group) => typeof group === 'string') };
  const { allowed, reason } = authorizer.decide(subject, attributes);
  return answer({ allowed, ...(reason === '' ? {} : { reason }) });
}

function attributesOfSpec(spec: JsonObject): Attributes | undefined {
  const about = spec['resourceAttributes'];
  const path = spec['nonResourceAttributes'];
  const text = (field: string): string => stringAt(about, field) ?? '';
  if (isJsonObject(about) === isJsonObject(path)) return undefined;
  if (isJsonObject(path))
    return { verb: stringAt(path, 'verb') ?? '', group: '', resource: '', subresource: '', namespace: '', name: '', path: stringAt(path, 'path') ?? '' };
  return {
    verb: text('verb'),
    group: text('group'),
    resource: text('resource'),
    subresource: text('subresource'),
    namespace: text('namespace'),
    name: text('name'),
  };
}

function infoOf({ name, uid, groups, extra }: UserInfo): JsonObject {
  return { username: name, ...(uid === undefined ? {} : { uid }), groups, ...(extra === undefined ? {} : { extra }) };
}

/** `oc whoami`. */
export function whoAmI(user: UserInfo): Answer {
  const groups = user.groups.filter((group) => group !== 'system:authenticated');
  return json({
    kind: 'User',
    apiVersion: 'user.openshift.io/v1',
    metadata: { name: user.name, ...(user.uid === undefined ? {} : { uid: user.uid }), creationTimestamp: null },
    identities: null,
    groups,
  });
}

/** POST to serviceaccounts/NAME/token. */
export function requestToken(cluster: Cluster, request: ResourceRequest): Answer {
  const { resource, namespace = '', name } = request;
  const account = cluster.store.get(resource, namespace, name);
  if (account === undefined) return failure(notFound(resource, name));
  const body = readObject(request.body, mediaType(request.headers['content-type']));
  if (!body.ok) return failure(body.error);
  const spec = mapAt(body.value, 'spec');
  const problem = tokenProblem(body.value, name);
  if (problem !== undefined) return failure(problem);
  const seconds = numberAt(spec, 'expirationSeconds') ?? 3600;
  const audiences = listAt(spec, 'audiences').filter((audience) => typeof audience === 'string');
  const aud = audiences.length === 0 ? ['https://kubernetes.default.svc'] : audiences;
  const now = cluster.store.clock.now();
  const token = cluster.tokens.issue(namespace, name, account.metadata.uid, aud, now, seconds);
  return json(
    {
      kind: 'TokenRequest',
      apiVersion: 'authentication.k8s.io/v1',
      metadata: { name, namespace, creationTimestamp: timestamp(now) },
      spec: { audiences: aud, expirationSeconds: seconds, boundObjectRef: valueAt(spec, 'boundObjectRef') ?? null },
      status: { token, expirationTimestamp: timestamp(now + seconds * 1000) },
    },
    201,
  );
}

function tokenProblem(body: JsonObject, name: string): ApiError | undefined {
  const kind = stringAt(body, 'kind') ?? 'TokenRequest';
  if (kind !== 'TokenRequest') return badRequest(`${kind} cannot be handled as a TokenRequest`);
  const seconds = numberAt(body, 'spec', 'expirationSeconds');
  const limits: readonly [boolean, string][] = [
    [seconds !== undefined && seconds < 600, 'may not specify a duration less than 10 minutes'],
    [seconds !== undefined && seconds > 2 ** 32, 'may not specify a duration larger than 2^32 seconds'],
  ];
  const found = limits.find(([isWrong]) => isWrong);
  if (found === undefined) return undefined;
  return invalid({ group: 'authentication.k8s.io', kind: 'TokenRequest' }, name, [
    { reason: 'FieldValueInvalid', message: `Invalid value: ${seconds ?? 0}: ${found[1]}`, field: 'spec.expirationSeconds' },
  ]);
}
