-- Makes the service's role the owner of everything in its database that is not part of an extension.
create temporary table mine as
select c.oid, 'pg_class'::regclass as class, format('alter table public.%I owner to %I', c.relname, :'service') as change
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
union all
-- A sequence that belongs to a column follows its table.
select c.oid, 'pg_class'::regclass, format('alter sequence public.%I owner to %I', c.relname, :'service')
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i'))
union all
select p.oid, 'pg_proc'::regclass, format('alter routine %s owner to %I', p.oid::regprocedure, :'service')
from pg_proc p
where p.pronamespace = 'public'::regnamespace
union all
select t.oid, 'pg_type'::regclass, format('alter type public.%I owner to %I', t.typname, :'service')
from pg_type t
where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd');

select change from mine
where not exists (select from pg_depend d where d.classid = class and d.objid = oid and d.deptype = 'e') \gexec
