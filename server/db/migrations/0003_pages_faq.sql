CREATE TABLE "faq_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "faq_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"pack" text NOT NULL,
	"category" text NOT NULL,
	"question" text NOT NULL,
	"answer_html" text NOT NULL,
	"keywords" jsonb NOT NULL,
	"order" integer NOT NULL,
	CONSTRAINT "faq_entries_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "pages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"pack" text NOT NULL,
	"slug" text NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"body_html" text NOT NULL,
	"headings" jsonb NOT NULL,
	"changes" text NOT NULL,
	"effective" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pages_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "prerequisites" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "inquiries" ADD COLUMN "standing" text;--> statement-breakpoint
ALTER TABLE "faq_entries" ADD CONSTRAINT "faq_entries_pack_packs_key_fk" FOREIGN KEY ("pack") REFERENCES "public"."packs"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pages" ADD CONSTRAINT "pages_pack_packs_key_fk" FOREIGN KEY ("pack") REFERENCES "public"."packs"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "faq_entries_pack" ON "faq_entries" USING btree ("pack");--> statement-breakpoint
CREATE INDEX "pages_pack" ON "pages" USING btree ("pack");--> statement-breakpoint
CREATE INDEX "pages_slug" ON "pages" USING btree ("slug","effective" DESC NULLS LAST);