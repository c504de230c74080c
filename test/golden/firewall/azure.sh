#!/usr/bin/env bash
# Peer pod ports on demo (Azure), based on cluster data from 2026-11-20 10:41 UTC.
# Review this script. Then run it on a computer where you're logged in to the cloud provider.
# OSC 1.12, 3.1 Enabling ports: https://docs.redhat.com/en/documentation/openshift_sandboxed_containers/1.12/html-single/deploying_openshift_sandboxed_containers_on_aws/index
#
# 15150/tcp: connection from the shim on the node to the agent in the pod VM.
# 9000/tcp and 9000/udp: tunnel for the pod network. The OSC documentation opens this port for TCP, but VXLAN uses UDP (RFC 7348), so the script opens both.
# Not in the OSC documentation. Source: Azure CLI reference, az network nsg rule.
# Opens the ports in the network security group of the pod VMs (AZURE_NSG_ID in peer-pods-cm), and in the network security group of their subnet, if the subnet has one. The rules allow traffic from the virtual network.
# Requires the Azure CLI, logged in to the subscription of the network.
set -euo pipefail

AZURE_NSG_ID=/subscriptions/7d3f7f0a-5a0e-4b5e-9d1c-3f0a5c8e2b11/resourceGroups/demo-rg/providers/Microsoft.Network/networkSecurityGroups/demo-nsg
AZURE_SUBNET_ID=/subscriptions/7d3f7f0a-5a0e-4b5e-9d1c-3f0a5c8e2b11/resourceGroups/demo-rg/providers/Microsoft.Network/virtualNetworks/demo-vnet/subnets/demo-worker-subnet

# open_ports NSG_ID PROTOCOL PORT...: creates a rule with the first free priority.
open_ports() {
  local id=$1 protocol=$2 rule subscription group name used priority=1000
  shift 2
  rule=osc-peer-pods-$(printf '%s-' "$protocol" "$@" | tr '[:upper:]' '[:lower:]' | sed 's/-$//')
  IFS=/ read -r _ _ subscription _ group _ _ _ name <<<"$id"
  local nsg=(--subscription "$subscription" --resource-group "$group" --nsg-name "$name")
  if az network nsg rule show "${nsg[@]}" --name "$rule" --output none 2>/dev/null; then
    echo "$name: rule $rule already exists"
    return 0
  fi
  used=$(az network nsg rule list "${nsg[@]}" --query "[?direction=='Inbound'].priority" --output tsv)
  while grep -qx "$priority" <<<"$used"; do priority=$((priority + 1)); done
  az network nsg rule create "${nsg[@]}" --name "$rule" --priority "$priority" --direction Inbound --access Allow \
    --protocol "$protocol" --source-address-prefixes VirtualNetwork --destination-port-ranges "$@" --output none
  echo "$name: created rule $rule with priority $priority"
}

groups=("$AZURE_NSG_ID")
own=$(az network vnet subnet show --ids "$AZURE_SUBNET_ID" --query networkSecurityGroup.id --output tsv)
if [[ -n $own && $own != "$AZURE_NSG_ID" ]]; then groups+=("$own"); fi
for group in "${groups[@]}"; do
  open_ports "$group" Tcp 15150 9000
  open_ports "$group" Udp 9000
done

# To test the connection from a worker node to a pod VM, replace NODE and IP, and run this command:
# oc debug node/NODE -- bash -c 'timeout 3 bash -c "</dev/tcp/IP/15150"; echo "Port 15150 of IP: exit code $?"'
# To explain the output, run Explain Status in VS Code, or osc-tools explain.
# Exit code 0: the port is open. Exit code 124: a firewall drops the packets. "Connection refused": the pod VM is reachable, but no process listens on the port. "No route to host": the node has no route to the network of the pod VM.
