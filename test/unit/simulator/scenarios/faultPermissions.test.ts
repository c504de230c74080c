/** Tests the permissions that the user of a scenario with a missing permission doesn't have. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Authorizer } from '#simulator/api/auth/authorization.ts';
import { Resources } from '#simulator/resources/resourceRegistry.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { scenario, stage } from '#test/support/cluster/controllersStage.ts';

for (const [name, refused] of [
  ['install-may-not-subscribe', ['operators.coreos.com/subscriptions', 'kataconfiguration.openshift.io/kataconfigs']],
  ['install-may-not-create-kataconfig', ['kataconfiguration.openshift.io/kataconfigs']],
] as const) {
  test(`scenario ${name} denies only the permissions in its name`, () => {
    const { store } = stage({ name });
    const authorizer = new Authorizer(store, new Resources());
    const may = (verb: string, what: string): boolean => {
      const [group = '', resource = ''] = what.split('/');
      return authorizer.decide(scenario(name).user, {
        verb,
        group,
        resource,
        subresource: '',
        namespace: operatorNamespace,
        name: '',
      }).allowed;
    };
    const steps = [
      '/namespaces',
      'operators.coreos.com/operatorgroups',
      'operators.coreos.com/subscriptions',
      'kataconfiguration.openshift.io/kataconfigs',
    ];
    assert.ok(steps.every((what) => may('list', what) && may('watch', what)));
    for (const verb of ['create', 'patch']) {
      const denied = steps.filter((what) => !may(verb, what));
      assert.deepEqual(denied, refused);
    }
    assert.equal(may('delete', '/nodes'), false);
  });
}
