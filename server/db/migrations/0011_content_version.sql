CREATE TABLE "content_version" (
	"version" uuid NOT NULL
);
--> statement-breakpoint
INSERT INTO "content_version" VALUES (gen_random_uuid());--> statement-breakpoint
CREATE OR REPLACE FUNCTION renew_content_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "public"."content_version";
	INSERT INTO "public"."content_version" VALUES (gen_random_uuid());
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER renew_content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "courses" FOR EACH STATEMENT EXECUTE FUNCTION renew_content_version();--> statement-breakpoint
CREATE TRIGGER renew_content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "course_teachers" FOR EACH STATEMENT EXECUTE FUNCTION renew_content_version();--> statement-breakpoint
CREATE TRIGGER renew_content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "teachers" FOR EACH STATEMENT EXECUTE FUNCTION renew_content_version();--> statement-breakpoint
CREATE TRIGGER renew_content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "chapters" FOR EACH STATEMENT EXECUTE FUNCTION renew_content_version();--> statement-breakpoint
CREATE TRIGGER renew_content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "units" FOR EACH STATEMENT EXECUTE FUNCTION renew_content_version();--> statement-breakpoint
CREATE TRIGGER renew_content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "lessons" FOR EACH STATEMENT EXECUTE FUNCTION renew_content_version();--> statement-breakpoint
CREATE TRIGGER renew_content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "textbook_bundles" FOR EACH STATEMENT EXECUTE FUNCTION renew_content_version();--> statement-breakpoint
CREATE TRIGGER renew_content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "whiteboard_bundles" FOR EACH STATEMENT EXECUTE FUNCTION renew_content_version();
