-- Creates a role that owns the database of the same name and may not connect to any other.
\getenv password SERVICE_PASSWORD
select format('create role %I', :'service') where not exists (select from pg_roles where rolname = :'service') \gexec
alter role :"service" login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
select format('create database %I', :'service') where not exists (select from pg_database where datname = :'service') \gexec
alter database :"service" owner to :"service";
revoke all on database :"service" from public;
