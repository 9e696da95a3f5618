CREATE TABLE "campaigns" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "campaigns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"pack" text NOT NULL,
	"canonical" text,
	"title" text NOT NULL,
	"starts" timestamp (3) with time zone NOT NULL,
	"ends" timestamp (3) with time zone NOT NULL,
	"hero" jsonb NOT NULL,
	"cta" jsonb NOT NULL,
	"sections" jsonb NOT NULL,
	CONSTRAINT "campaigns_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "success_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "success_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"pack" text NOT NULL,
	"year" integer NOT NULL,
	"is_archive" boolean NOT NULL,
	"rule" text NOT NULL,
	"totals" jsonb NOT NULL,
	CONSTRAINT "success_reports_key_unique" UNIQUE("key"),
	CONSTRAINT "success_reports_year_unique" UNIQUE("year")
);
--> statement-breakpoint
CREATE TABLE "success_stories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "success_stories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"pack" text NOT NULL,
	"year" integer NOT NULL,
	"order" integer NOT NULL,
	"is_sample" boolean NOT NULL,
	"nickname" text NOT NULL,
	"school_from" text NOT NULL,
	"passed" jsonb NOT NULL,
	"before" double precision,
	"after" double precision,
	"courses" jsonb NOT NULL,
	"body" text NOT NULL,
	"advice" text NOT NULL,
	CONSTRAINT "success_stories_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_pack_packs_key_fk" FOREIGN KEY ("pack") REFERENCES "public"."packs"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "success_reports" ADD CONSTRAINT "success_reports_pack_packs_key_fk" FOREIGN KEY ("pack") REFERENCES "public"."packs"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "success_stories" ADD CONSTRAINT "success_stories_pack_packs_key_fk" FOREIGN KEY ("pack") REFERENCES "public"."packs"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "campaigns_pack" ON "campaigns" USING btree ("pack");--> statement-breakpoint
CREATE INDEX "success_reports_pack" ON "success_reports" USING btree ("pack");--> statement-breakpoint
CREATE INDEX "success_stories_pack" ON "success_stories" USING btree ("pack");--> statement-breakpoint
CREATE INDEX "success_stories_year" ON "success_stories" USING btree ("year");