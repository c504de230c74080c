"""Applies reworded strings: python3 .github/apply-reworded-strings.py . .github/reworded-strings.jsonl

Replaces each string in the sources, the five bundles, and the literals of tests and docs. Then run `npm run generate`,
`npm run l10n:report -- --summary`, and all tests. Literals that contain values must be corrected by hand. Temporary: see
.github/text-checklist.md.
"""
import json,re,sys,subprocess,os
root=sys.argv[1]+'/'
langs=['ko','zh-cn','fr','ja']
B={l:json.load(open(root+f'l10n/bundle.l10n{l and "."+l}.json')) for l in ['']+langs}
order={l:list(B[l]) for l in B}
marks=[]
for f in sys.argv[2:]:
    for n,l in enumerate(open(f)):
        if not l.strip(): continue
        try: m=json.loads(l)
        except Exception as e: print('BADJSON',f,n,e);continue
        marks.append(m)
ls=lambda *a: subprocess.check_output(['git','ls-files',*a],cwd=root,text=True).split('\n')
srcs=[f for f in ls('core','server/src','client/src','package.nls.json','package.json','simulator','webview','gather','scripts/generate') if f.endswith(('.ts','.json')) and 'schemas' not in f]
tests=[f for f in ls('test','docs','README.md','scripts','bench','core','server/src','client/src') if f.endswith(('.ts','.md','.txt','.json','.yaml','.js','.cjs')) and os.path.isfile(root+f) and os.path.getsize(root+f)<3_000_000]
T={}
def text(f):
    if f not in T:
        try: T[f]=open(root+f).read()
        except UnicodeDecodeError: T[f]=''
    return T[f]
dirty=set()
EXPR=r'\$\{((?:[^{}`]|\{[^{}]*\}|`[^`]*`)*)\}'
def esc(s,q):
    s=s.replace('\\','\\\\')
    if q!='`': s=s.replace('\n','\\n')
    return s.replace(q,'\\'+q) if q!='`' else s.replace('`','\\`').replace('${','\\${')
PH=re.compile(r'\{(\d)\}')
applied=0;notfound=[]
for m in marks:
    old,new=m['old'],m['new']
    if old not in B['']: 
        notfound.append(('nokey',old));continue
    if old==new: continue
    if any(not m.get(l) for l in langs): print('NOTRANS',old[:70]);continue
    if sorted(set(PH.findall(old)))!=sorted(set(PH.findall(new))): print('PLACEHOLDERS',old[:80],'=>',new[:80]);continue
    sfx='';ob,nb=old,new
    hit=0
    # template form regex
    def tmpl(body):
        parts=PH.split(body);rx='';ids=[]
        for i,p in enumerate(parts):
            if i%2==0: rx+=re.escape(esc(p,'`'))
            else: rx+=EXPR;ids.append(p)
        return re.compile('`'+rx+'`',re.S),ids
    v=B[''][old]; comment=''
    if isinstance(v,dict):
        comment=old[len(v['message']):]
        nb=new[:-len(comment)] if new.endswith(comment) else new
        ob=v['message']
        for l in langs:
            if m[l].endswith(comment): m[l]=m[l][:-len(comment)]
    bodies=[ob]
    final=nb
    for body in bodies:
        nbody=nb
        rx,ids=tmpl(body)
        seq=PH.findall(nbody)
        for f in srcs:
            t=text(f);u=t
            for q in ("'",'"'):
                lit=q+esc(body,q)+q
                if lit in u:
                    nq="'" if ("'" not in nbody) else ('"' if '"' not in nbody else "'")
                    if f.endswith('.json'): nq='"'
                    u=u.replace(lit,nq+esc(nbody,nq)+nq)
            if ids or '`'+esc(body,'`')+'`' in u:
                def rep(mm):
                    ex={i:mm.group(k+1) for k,i in enumerate(ids)}
                    out='';parts=PH.split(nbody)
                    for i,p in enumerate(parts): out+= esc(p,'`') if i%2==0 else '${'+ex[p]+'}'
                    return '`'+out+'`'
                if rx.search(u):
                    u=rx.sub(rep,u)
                    if ids and seq!=sorted(seq): # renumber
                        mp={};
                        for s in seq: mp.setdefault(s,str(len(mp)))
                        ren=lambda s: PH.sub(lambda x:'{'+mp[x.group(1)]+'}',s)
                        if not m.get('_ren'):
                            final=ren(final);
                            for l in langs: m[l]=ren(m[l])
                            m['_ren']=True
            if u!=t: T[f]=u;dirty.add(f);hit+=1
        if hit: break
    if not hit: notfound.append(('nosrc',old));continue
    applied+=1
    key=final+comment
    for l in B:
        d=B[l]
        val=final if l=='' else m[l]
        if isinstance(d.get(old),dict): val=dict(d[old],message=val)
        if key in d and key!=old: d.pop(old,None);order[l]=[k for k in order[l] if k!=old]
        else:
            d.pop(old,None); d[key]=val
            order[l]=[key if k==old else k for k in order[l]]
    old,new=ob,nb
    # tests and docs
    static=max(PH.split(old)[::2],key=len)
    if len(static)>=12:
        parts=PH.split(old)
        for f in tests:
            t=text(f)
            if len(static)>=12 and static[:12] not in t and static not in t: continue
            u=t
            for q in ('',"'",'"','`'):
                o=old if q=='' else esc(old,q)
                n=final if q=='' else esc(final,q)
                if len(PH.findall(old))==0 and o in u and (q!='' or not f.endswith('.ts')): u=u.replace((q+o+q) if q else o,(q+n+q) if q else n)
            if PH.search(old) and len(static)>=14 and f.startswith(('test/','docs/','README')):
                rx='';ids=[]
                for i,p in enumerate(parts):
                    if i%2==0: rx+=re.escape(p)
                    else: rx+='(?P<g%s_%d>[^\n\'"`]{1,60}?)'%(p,i);ids.append((p,i))
                if parts[0]=='' : rx=r"(?<=['\"`/^])"+rx if f.endswith('.ts') else r'(?<=[:] |  )(?<! )'+rx
                if parts[-1]=='' : rx+=r"(?=['\"`.\n/$,]|$)"
                def rep2(mm):
                    vals={p:mm.group('g%s_%d'%(p,i)) for p,i in ids}
                    r=PH.sub(lambda x:vals.get(x.group(1),x.group(0)),new)
                    st=mm.string
                    if f.endswith('.ts') and "'" in r:
                        # inside a single-quoted literal on this line?
                        ln=st[st.rfind('\n',0,mm.start())+1:mm.start()]
                        if ln.count("'")%2==1 and ln.count('"')%2==0 and ln.count('`')%2==0: r=r.replace("'","\\'")
                    return r
                try: u=re.sub(rx,rep2,u)
                except re.error as e: print('RX',e)
            if u!=t: T[f]=u;dirty.add(f)
for f in dirty: open(root+f,'w').write(T[f])
for l in B:
    json.dump({k:B[l][k] for k in order[l] if k in B[l]},open(root+f'l10n/bundle.l10n{l and "."+l}.json','w'),ensure_ascii=False,indent=2);open(root+f'l10n/bundle.l10n{l and "."+l}.json','a').write('\n')
print('applied',applied,'of',len(marks))
for n in notfound: print(n)
