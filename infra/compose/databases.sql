-- One database for each service; a service never reads another's tables.
create database auth;
create database catalog;
create database game;
